-- What operators owe the platform: plans that are bought by call, and an invoice for each month.

-- A plan that holds from an instant on (the first of a month), and what the present one was bought
-- for. `bought_plan` is the plan that the operator bought by call; where it is not its plan, the
-- owner of the server gave that one, by agreement.
alter table operators
  add column bought_plan text,
  add column plan_price_cents integer,
  add column next_plan text,
  add column next_plan_at timestamptz,
  -- By which instant a call decided last.
  add column plan_at timestamptz;
-- small: there are few operators
alter table operators
  add constraint operators_next_plan check (
    (next_plan is null) = (next_plan_at is null)
    and next_plan in ('free', 'starter', 'pro', 'enterprise')
    and next_plan_at = date_trunc('month', next_plan_at, 'UTC')),
  add constraint operators_plan_price check (plan_price_cents >= 0);
-- small: there are few operators
create index operators_by_next_plan on operators (next_plan_at) where next_plan is not null;

-- Which plan an operator held from which instant on. A trigger writes it. What was held before this
-- table came is in no row: it was given by agreement.
create table held_plans (
  operator_id text not null references operators (operator_id),
  from_at timestamptz not null,
  plan text not null check (plan in ('free', 'starter', 'pro', 'enterprise')),
  is_bought boolean not null,
  -- US cents a month, as the call that bought it said; null: none was said.
  price_cents integer check (price_cents >= 0),
  primary key (operator_id, from_at)
);

-- Closed months of usage that wait for their invoice. A trigger writes them, so months that were
-- closed before stay without one.
create table unbilled_months (
  operator_id text not null,
  from_at timestamptz not null,
  primary key (operator_id, from_at),
  foreign key (operator_id, from_at) references closed_usage_months
);

create table invoices (
  invoice_id text primary key check (invoice_id ~ '^inv_[0-9a-f]{32}$'),
  operator_id text not null,
  -- The first instant of the month (UTC).
  from_at timestamptz not null,
  operator_name text not null,
  -- US cents.
  total_cents bigint not null check (total_cents >= 0),
  created_at timestamptz not null default now(),
  -- Null: the processor does not have it yet, and the operator does not see it.
  issued_at timestamptz,
  due_at timestamptz,
  -- Unpaid at this instant, it stops priced answers.
  blocks_at timestamptz,
  paid_at timestamptz,
  -- When the processor was last asked whether it is paid.
  asked_at timestamptz,
  processor_invoice_id text unique,
  unique (operator_id, from_at),
  foreign key (operator_id, from_at) references closed_usage_months,
  constraint invoices_issued check (
    num_nulls(issued_at, due_at, blocks_at, asked_at, processor_invoice_id) in (0, 5)
    and due_at > issued_at and blocks_at > due_at
    and (paid_at is null or issued_at is not null))
);
create index invoices_unpaid on invoices (operator_id, due_at) where paid_at is null;
create index invoices_to_ask on invoices (asked_at nulls first) where paid_at is null;

create table invoice_lines (
  invoice_id text not null references invoices,
  line_number integer not null check (line_number > 0),
  -- One of both.
  endpoint text,
  plan text,
  unit_cents bigint not null check (unit_cents >= 0),
  quantity bigint not null check (quantity > 0),
  amount_cents bigint not null,
  primary key (invoice_id, line_number),
  constraint invoice_lines_subject check (num_nonnulls(endpoint, plan) = 1),
  constraint invoice_lines_amount check (amount_cents = unit_cents * quantity)
);

-- Fees of stays that were kept back in the month: for information, not due again.
create table invoice_fees (
  invoice_id text not null references invoices,
  currency text not null,
  gross_minor numeric not null,
  -- Negative where refunds of earlier months gave more back.
  platform_fee_minor numeric not null,
  primary key (invoice_id, currency)
);

-- The processor that moves no money.
create table simulated_invoices (
  processor_invoice_id text primary key,
  total_cents bigint not null
);
-- Operators whose invoices fail there, for rehearsals: `open` stays unpaid, `down` cannot be
-- issued. Rows are written by hand, as the owner of the database.
create table simulated_payers (
  operator_id text primary key references operators (operator_id),
  rehearsal text not null check (rehearsal in ('open', 'down'))
);
