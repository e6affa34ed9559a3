-- Stores the account that the processor made for an operator, once, with its audit row. The first
-- one stays, and is returned.
with named as (
  update payee_accounts set account_id = coalesce(account_id, :account_id)
  where operator_id = :operator_id and livemode = :livemode and processor = :processor
  returning new.*, old.account_id is null as is_new
),
audited as (
  insert into audit_rows
  select 'payment_account.created', operator_id, operator_id, livemode,
    jsonb_build_object('before', null, 'after', jsonb_build_object('status', 'incomplete')),
    :actor_type, :actor_id, :agent_platform, :request_id
  from named where is_new
)
select account_id from named;
