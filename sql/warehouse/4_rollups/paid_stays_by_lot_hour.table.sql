-- One row per mode, resolution-9 cell (0: nothing could be read of the lot), lot, currency and
-- hour (UTC): the paid stays that ended in that hour.
-- lot_id is stored uncompressed, because reading it compressed takes ten times as long.
create table paid_stays_by_lot_hour (
  livemode boolean not null,
  cell bigint not null,
  lot_id uuid using compression uncompressed not null,
  currency varchar not null,
  hour_at timestamptz not null,
  stay_count bigint not null,
  paid_minutes bigint not null,
  revenue_minor bigint not null
);
