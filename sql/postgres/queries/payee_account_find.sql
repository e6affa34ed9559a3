-- The account of an operator at a processor; no row is returned when none was asked for.
-- Keeps its plan.
select
  operator_id, account_id, livemode, charges_enabled, payouts_enabled, requirements,
  disabled_reason, checked_at, check_count,
  coalesce(checked_at > now() - :fresh_seconds::integer * interval '1 second', false) as is_fresh
from payee_accounts
where operator_id = :operator_id and livemode = :livemode and processor = :processor;
