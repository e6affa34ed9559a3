-- What the payment processor told of changes: only what is needed to look at what changed there,
-- never the contents, which can have names, e-mail addresses and cards.
create table processor_events (
  event_id text primary key check (length(event_id) <= 255),
  type text not null check (length(type) <= 255),
  livemode boolean not null,
  -- The intent, charge, refund, dispute or payout that changed, and the intent that it is of.
  object_id text check (length(object_id) <= 255),
  payment_intent_id text check (length(payment_intent_id) <= 255),
  -- The operator's account at the processor; null: the platform's own.
  account_id text check (length(account_id) <= 255),
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- Null: it is still to be looked at.
  worked_at timestamptz,
  outcome text,
  constraint processor_events_worked check ((worked_at is null) = (outcome is null))
);
create index processor_events_due on processor_events (created_at) where worked_at is null;
create index processor_events_received on processor_events (received_at);
-- That the authorisation of a stay was canceled there is reported once.
create unique index processor_events_lost on processor_events (payment_intent_id)
where outcome = 'authorization_lost';

-- Drivers who had their bank take a payment back, or asked it to.
create table disputes (
  dispute_id text primary key,
  session_id text not null references sessions,
  operator_id text not null references operators,
  livemode boolean not null,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  -- In the processor's own words, as is `status`.
  reason text not null,
  status text not null,
  opened_at timestamptz not null,
  -- Null: it is open.
  closed_at timestamptz
);
create index disputes_by_session on disputes (session_id);

-- What the processor paid out to banks, last as it was read there.
create table processor_payouts (
  payout_id text primary key,
  -- The operator's account; null: the platform's own.
  account_id text,
  livemode boolean not null,
  amount_minor bigint not null,
  currency text not null,
  -- In the processor's own words, as is `failure_code`.
  status text not null,
  failure_code text,
  created_at timestamptz not null,
  arrives_at timestamptz not null,
  read_at timestamptz not null default now()
);
create index processor_payouts_by_account on processor_payouts (account_id, created_at);
