-- What the processor keeps of a payment is an entry of the ledger, too: the platform bears it. Each
-- line of the processor's books is booked once.
alter table ledger add column processor_fee_minor bigint default 0 not null;
alter table ledger add column movement_id text;
alter table ledger drop constraint ledger_kind_check;
alter table ledger add constraint ledger_kind_check check (
  kind in ('stay', 'refund', 'correction', 'processor_fee')
  and (kind = 'processor_fee') = (movement_id is not null)) not valid;
alter table ledger drop constraint ledger_balanced;
alter table ledger add constraint ledger_balanced check (
  driver_minor + shortfall_minor + operator_minor + platform_fee_minor + processor_fee_minor
    + refunds_minor = 0) not valid;

-- Null: a version that did not keep it made the row.
alter table simulated_captures add column livemode boolean;

-- The processor's own books as they were read there, a row for each of their lines. Rows are never
-- changed.
create table processor_movements (
  movement_id text primary key,
  livemode boolean not null,
  kind text not null check (kind in ('capture', 'refund', 'refund_return', 'fee', 'fee_refund',
    'transfer', 'transfer_reversal', 'other')),
  at timestamptz not null,
  -- What the processor calls the payment, refund, fee or transfer, and what it belongs to: a fee to
  -- its payment, a reversal to its refund.
  source_id text,
  of_id text,
  payment_intent_id text,
  -- Ours, as the processor was told it.
  refund_id text,
  session_id text,
  -- The operator's account that gets the money; null: the platform keeps it.
  payee text,
  -- Never negative, whichever way the money went.
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  processor_fee_minor bigint not null,
  processor_fee_currency text not null,
  noted_at timestamptz not null default now()
);
create index processor_movements_by_time on processor_movements (livemode, at);
create index processor_movements_by_source on processor_movements (source_id);
create index processor_movements_of on processor_movements (of_id);
create index processor_movements_by_intent on processor_movements (payment_intent_id);
create index processor_movements_by_refund on processor_movements (refund_id);

-- The days (UTC) whose movements were read to the end, when last, and when they were last compared.
create table reconciled_days (
  livemode boolean not null,
  day date not null,
  read_at timestamptz not null,
  -- Null: not yet.
  compared_at timestamptz,
  -- Authorisations of intents made on it that were neither captured nor canceled then.
  held_count integer not null default 0,
  primary key (livemode, day)
);

-- What differed between the processor's books and ours.
create table reconciliation_findings (
  -- On which it was found first.
  day date not null,
  livemode boolean not null,
  kind text not null check (kind in ('stay_missing', 'authorisation_held', 'capture_not_noted',
    'capture_absent', 'capture_differs', 'fee_differs', 'transfer_differs', 'refund_unknown',
    'refund_not_noted', 'refund_absent', 'refund_differs', 'reversal_open')),
  -- An intent, a refund of ours, or a refund of the processor's that is none of ours.
  subject text not null,
  -- Null: there is no stay.
  session_id text,
  -- Null: there is none.
  ours_minor bigint,
  theirs_minor bigint,
  currency text not null,
  found_at timestamptz not null,
  -- Null: it is open.
  settled_at timestamptz,
  -- agrees: it no longer differs. Otherwise what was done about it.
  how text check (how in ('agrees', 'voided', 'captured', 'refunded', 'taken_back', 'paid_back')),
  primary key (livemode, kind, subject),
  constraint reconciliation_findings_settled check ((settled_at is null) = (how is null))
);
create index reconciliation_findings_open on reconciliation_findings (livemode, day)
where settled_at is null;
