-- One row per world, lot, day (UTC) and currency: what stays and holds did in each half hour (0 to
-- 47) of the day. occupied_seconds are space-seconds from 15 minutes before the beginning of the
-- half hour to 15 minutes after it, as for counts. Stays begin (started), and are paid when they
-- end (revenue_minor), in the half hour that contains the instant. What has no price is in the row
-- of the currency that the lot has.
-- lot_id is stored uncompressed, because reading it compressed takes ten times as long.
create table use_by_lot_day (
  livemode boolean not null,
  lot_id uuid using compression uncompressed not null,
  day date not null,
  currency varchar not null,
  half_hours struct(
    half_hour utinyint, occupied_seconds integer, started integer, revenue_minor bigint)[] not null
);
