-- One row per session that was paid: captured by us, or paid elsewhere before it was imported. A
-- failed payment has no row.
create view stg_payments as
select
  batch, audit_id, entity_id as session_id,
  fault_of(tx, audit_id, action, entity_id, fault_text('entity_id', entity_id)) as fault
from raw_audit
where action in ('payment.completed', 'session.imported');
