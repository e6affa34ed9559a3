-- One row per session that is over, including imported stays. Its amount is final then, but it may
-- never be paid. Audit rows from before migration 22 have the action session.ended.
create view stg_stays as
with ends as (
  select
    batch, tx, audit_id, action, livemode, entity_id as session_id, session_members(diff) as stay
  from raw_audit
  where action in ('session.closed', 'session.ended', 'session.imported')
)
select
  batch, audit_id, session_id, try_cast(stay.lot_id as uuid) as lot_id, livemode,
  try_cast(stay.started_at as timestamptz) as started_at,
  try_cast(stay.ended_at as timestamptz) as ended_at,
  try_cast(stay.subtotal_minor as bigint) as subtotal_minor, stay.currency,
  fault_of(tx, audit_id, action, session_id, fault_session(
    action, livemode, session_id, stay)) as fault
from ends;
