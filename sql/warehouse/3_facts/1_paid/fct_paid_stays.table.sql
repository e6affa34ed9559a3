-- One row per finished stay whose money was had, perhaps long after it ended; it stays when money
-- is given back. batch and audit_id are those of the payment, all else is as in fct_stays.
-- lot_id is stored as it is: packed, its 128 bits would take ten times as long to read.
create table fct_paid_stays (
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
