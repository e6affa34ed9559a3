-- One row per finished stay that was paid, perhaps long after it ended. The row stays when the stay
-- is refunded. batch and audit_id are those of the payment, subtotal_minor is what was taken; the
-- other columns are as in fct_stays.
-- lot_id is stored uncompressed, because reading it compressed takes ten times as long.
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
