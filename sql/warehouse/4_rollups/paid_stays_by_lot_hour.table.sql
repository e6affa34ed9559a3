-- One row per world, resolution-9 cell, lot, currency and hour (UTC): the paid stays that ended in
-- it. day_* count only those of 8 hours and more: their started rolling days and what was paid.
-- lot_id is stored as it is: packed, its 128 bits would take ten times as long to read.
create table paid_stays_by_lot_hour (
  livemode boolean not null,
  cell bigint not null,
  lot_id uuid using compression uncompressed not null,
  currency varchar not null,
  hour_at timestamptz not null,
  stay_count bigint not null,
  paid_minutes bigint not null,
  revenue_minor bigint not null,
  day_count bigint not null,
  day_revenue_minor bigint not null
);
