-- One row per session that began, including imported stays: by which vehicle, and the rate that was
-- posted then, before any rule changed it. The rate is null for imported stays.
create view stg_session_starts as
with starts as (
  select
    batch, audit_id, livemode, entity_id as session_id,
    from_json(diff, '{"after": {
      "lot_id": "UUID", "started_at": "TIMESTAMPTZ", "vehicle_id": "BIGINT",
      "rate_minor": "BIGINT", "rate_snapshot": {"base_rate_minor": "BIGINT"}
    }}').after as session
  from raw_audit
  where action in ('session.created', 'session.imported')
)
select
  batch, audit_id, session_id, session.lot_id, livemode, session.started_at, session.vehicle_id,
  coalesce(session.rate_snapshot.base_rate_minor, session.rate_minor) as base_rate_minor
from starts;
