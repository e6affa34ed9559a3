-- Forgets the address of an operator, with its audit row, which does not name it, and the links
-- that were sent there. Its name stays, because bills and the audit log have it.
with changed as (
  update operators set email = null
  where operator_id = :operator_id and email is not null
  returning operator_id
),
forgotten as (
  delete from operator_confirmations where operator_id = :operator_id
)
insert into audit_rows
select 'operator.updated', operator_id, operator_id, true,
  '{"before": {}, "after": {}, "email_changed": true}'::jsonb, 'system', :actor_id
from changed;
