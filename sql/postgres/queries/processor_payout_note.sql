-- Stores a payout as the payment processor has it now. One that failed is shown among what failed
-- until a later one of the same account is paid.
-- Keeps its plan.
with noted as (
  insert into processor_payouts (
    payout_id, account_id, livemode, amount_minor, currency, status, failure_code, created_at,
    arrives_at)
  values (:payout_id, :account_id, :livemode, :amount_minor, :currency, :status, :failure_code,
    :created_at, :arrives_at)
  on conflict (payout_id) do update
  set status = excluded.status, failure_code = excluded.failure_code,
    arrives_at = excluded.arrives_at, read_at = now()
  returning payout_id, livemode, status
)
insert into setbacks (job, entity_id, livemode, retry_at)
select 'processor-payouts', payout_id, livemode, null from noted where status = 'failed'
on conflict do nothing;
