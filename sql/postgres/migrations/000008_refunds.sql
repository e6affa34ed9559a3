-- Money given back; how much is summed up in the session's row.
create table refunds (
  refund_id text primary key,
  session_id text not null references sessions,
  operator_id text not null,
  livemode boolean not null,
  key_id text not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null check (fee_minor between 0 and amount_minor),
  currency text not null,
  reason text not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint refunds_settled check ((status = 'pending') = (settled_at is null))
);
create index refunds_by_session on refunds (session_id);
create index refunds_by_operator on refunds (operator_id, livemode, created_at);
create index refunds_pending on refunds (created_at) where status = 'pending';

-- The fee's share of an amount out of a subtotal, in whole minor units, halves up.
create function fee_share(fee_minor bigint, amount_minor bigint, subtotal_minor bigint)
returns bigint language sql immutable parallel safe
return case when subtotal_minor = 0 then 0
  else (2 * fee_minor * amount_minor + subtotal_minor) / (2 * subtotal_minor) end;

-- The simulated processor's other ledger: a refund is paid once, however often it is asked.
create table simulated_refunds (
  refund_key text primary key,
  payment_intent_id text not null references simulated_captures,
  amount_minor bigint not null check (amount_minor > 0),
  refunded_at timestamptz not null default now()
);
