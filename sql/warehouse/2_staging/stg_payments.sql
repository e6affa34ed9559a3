-- One row per session that was paid: captured by us, or paid elsewhere before it was imported. A
-- failed payment has no row. captured_minor is what was taken, which is less than the session cost
-- where less was authorised; null where that was not said.
create view stg_payments as
select
  batch, audit_id, entity_id as session_id,
  try_cast(diff ->> '$.after.amount_minor' as bigint) as captured_minor,
  fault_of(tx, audit_id, action, entity_id, fault_text('entity_id', entity_id)) as fault
from raw_audit
where action in ('payment.completed', 'session.imported');
