-- Stores what the processor says of an operator's account, with an audit row where that changed.
-- No row is returned when somebody else stored something since :check_count was read: that may be
-- newer.
-- Keeps its plan.
with noted as (
  update payee_accounts
  set charges_enabled = :charges_enabled, payouts_enabled = :payouts_enabled,
    requirements = :requirements, disabled_reason = :disabled_reason,
    checked_at = clock_timestamp(), check_count = check_count + 1
  where operator_id = :operator_id and livemode = :livemode and processor = :processor
    and account_id = :account_id and check_count = :check_count
  returning new.*,
    jsonb_build_object(
      'charges_enabled', old.charges_enabled, 'payouts_enabled', old.payouts_enabled,
      'requirements', old.requirements, 'disabled_reason', old.disabled_reason) as before,
    jsonb_build_object(
      'charges_enabled', new.charges_enabled, 'payouts_enabled', new.payouts_enabled,
      'requirements', new.requirements, 'disabled_reason', new.disabled_reason) as after
),
audited as (
  insert into audit_rows
  select 'payment_account.updated', operator_id, operator_id, livemode,
    jsonb_build_object('before', changed_members(before, after),
      'after', changed_members(after, before)),
    'system', :actor_id
  from noted where before <> after
)
select
  operator_id, account_id, livemode, charges_enabled, payouts_enabled, requirements,
  disabled_reason, checked_at, check_count, before <> after as is_changed
from noted;
