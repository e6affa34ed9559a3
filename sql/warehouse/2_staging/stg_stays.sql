-- One row per session that is over, imported stays included: what it costs is settled then, whether
-- it is ever paid is not. Rows from before migration 22 say session.ended.
create view stg_stays as
with ends as (
  select
    batch, audit_id, livemode, entity_id as session_id,
    from_json(diff, '{"after": {
      "lot_id": "UUID", "started_at": "TIMESTAMPTZ", "ended_at": "TIMESTAMPTZ",
      "subtotal_minor": "BIGINT", "currency": "VARCHAR"
    }}').after as stay
  from raw_audit
  where action in ('session.closed', 'session.ended', 'session.imported')
)
select
  batch, audit_id, session_id, stay.lot_id, livemode, stay.started_at, stay.ended_at,
  stay.subtotal_minor, stay.currency
from ends;
