-- The account of an operator at the payment processor, one for each mode. What the processor says
-- of it is as it was read last.
create table payee_accounts (
  operator_id text not null references operators (operator_id),
  livemode boolean not null,
  processor text not null check (processor in ('simulated', 'stripe')),
  asked_at timestamptz not null default now(),
  -- Null: the processor was asked for it, and its answer is not known.
  account_id text check (length(account_id) <= 255),
  -- Null, as are the two that follow and the instant: it was never read.
  charges_enabled boolean,
  payouts_enabled boolean,
  -- In the processor's own words, as is `disabled_reason`.
  requirements text[],
  -- Null: it is not disabled, or was never read.
  disabled_reason text,
  checked_at timestamptz,
  -- Who read it before somebody else did, reads it again.
  check_count integer not null default 0,
  primary key (operator_id, livemode, processor),
  constraint payee_accounts_checked check (
    num_nulls(charges_enabled, payouts_enabled, requirements, checked_at) in (0, 4)
    and (checked_at is null or account_id is not null)
    and (disabled_reason is null or checked_at is not null))
);
create unique index payee_accounts_by_account on payee_accounts (account_id, livemode, processor);
