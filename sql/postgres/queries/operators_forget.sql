-- Forgets the address of an operator, with its audit row, which does not name it, the links that
-- were sent there, and its account of the mode at the payment processor, which stays the
-- operator's. Its name stays, because bills and the audit log have it.
with changed as (
  update operators set email = null
  where operator_id = :operator_id and email is not null
  returning operator_id
),
forgotten as (
  delete from operator_confirmations where operator_id = :operator_id
),
left_there as (
  delete from payee_accounts where operator_id = :operator_id and livemode = :livemode
)
insert into audit_rows
select 'operator.updated', operator_id, operator_id, true,
  '{"before": {}, "after": {}, "email_changed": true}'::jsonb, 'system', :actor_id
from changed;
