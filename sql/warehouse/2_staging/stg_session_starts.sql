-- One row per session that began, including imported stays: by which vehicle, and the rate that was
-- posted then, before any rule changed it. The rate is null for imported stays.
create view stg_session_starts as
with starts as (
  select
    batch, tx, audit_id, action, livemode, entity_id as session_id,
    session_members(diff) as session
  from raw_audit
  where action in ('session.created', 'session.imported')
)
select
  batch, audit_id, session_id, try_cast(session.lot_id as uuid) as lot_id, livemode,
  try_cast(session.started_at as timestamptz) as started_at,
  try_cast(session.vehicle_id as bigint) as vehicle_id,
  try_cast(
    coalesce(
      json_extract_string(session.rate_snapshot, '$.base_rate_minor'), session.rate_minor)
    as bigint) as base_rate_minor,
  fault_of(tx, audit_id, action, session_id, fault_session(
    action, livemode, session_id, session)) as fault
from starts;
