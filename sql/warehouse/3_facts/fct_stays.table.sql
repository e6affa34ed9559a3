-- One row per finished stay, paid or not. billed_minutes = started minutes, at least 1;
-- subtotal_minor is what they cost, in minor units of the currency, had or not.
-- lot_id is stored as it is: packed, its 128 bits would take ten times as long to read.
create table fct_stays (
  batch integer not null,
  audit_id bigint not null,
  session_id varchar not null,
  lot_id uuid using compression uncompressed not null,
  livemode boolean not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  billed_minutes bigint not null,
  subtotal_minor bigint not null,
  currency varchar not null
);
