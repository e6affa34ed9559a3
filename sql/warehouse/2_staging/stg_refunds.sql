-- One row per refund that was paid out, of all or of a part of what a session cost.
create view stg_refunds as
select
  batch, audit_id, entity_id as session_id,
  fault_of(tx, audit_id, action, entity_id, fault_text('entity_id', entity_id)) as fault
from raw_audit
where action = 'refund.succeeded';
