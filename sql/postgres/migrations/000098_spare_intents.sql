-- Payments of a stay besides the one that pays it: those that a driver is asked to authorise for a
-- longer stay, and those that were replaced or not used in time and are to be released.
create table spare_intents (
  spare_id text primary key,
  session_id text not null,
  operator_id text not null references operators,
  livemode boolean not null,
  -- Null: the processor has not been asked yet, or its answer was lost.
  payment_intent_id text,
  -- What the longer stay may cost.
  amount_minor bigint not null check (amount_minor >= 0),
  -- Null: it is to be released.
  authorize_by timestamptz
);
create unique index spare_intents_open on spare_intents (session_id, amount_minor)
where authorize_by is not null;
create index spare_intents_due on spare_intents (authorize_by);
