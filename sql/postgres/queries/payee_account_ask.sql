-- Notes that the processor is asked for an operator's account; no row is returned when there is no
-- such operator. Safe to repeat: what is known of the account stays, and the first time counts.
-- Returned are also the operator's address and, once it is known, the account.
with operator as (
  select operator_id, email from operators where operator_id = :operator_id
),
asked as (
  insert into payee_accounts (operator_id, livemode, processor)
  select operator_id, :livemode, :processor from operator
  on conflict (operator_id, livemode, processor) do update set processor = excluded.processor
  returning account_id, asked_at
)
select account_id, asked_at, email from asked cross join operator;
