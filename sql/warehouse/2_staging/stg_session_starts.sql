-- One row per session that began, including imported stays.
create view stg_session_starts as
with starts as (
  select
    batch, audit_id, livemode, entity_id as session_id,
    from_json(diff, '{"after": {"lot_id": "UUID", "started_at": "TIMESTAMPTZ"}}').after as session
  from raw_audit
  where action in ('session.created', 'session.imported')
)
select batch, audit_id, session_id, session.lot_id, livemode, session.started_at
from starts;
