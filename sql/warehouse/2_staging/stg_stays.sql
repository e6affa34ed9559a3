-- One row per session that is over, including imported stays. Its amount is final then, but it may
-- never be paid. Audit rows from before migration 22 have the action session.ended.
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
