-- One row per session whose money was had: captured by us, or elsewhere before it was imported. A
-- payment that failed is none.
create view stg_payments as
select batch, audit_id, entity_id as session_id
from raw_audit
where action in ('payment.completed', 'session.imported');
