-- One row per finished stay, paid or not. billed_minutes is the number of started minutes, at least
-- 1. subtotal_minor is what they cost, in minor units of the currency, paid or not.
-- lot_id is stored uncompressed, because reading it compressed takes ten times as long.
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
