-- One row per mode, lot, day (UTC) and currency: what stays and holds changed in the half hours (0
-- to 47) of the day, those from 15 minutes before the beginning of the half hour to 15 minutes
-- after it, as for counts. taken is how many more spaces are taken at its end than at its
-- beginning, and taken_seconds the space-seconds of these in it; at midnight none is taken, so each
-- day can be added up by itself. Stays begin (started), and are paid when they end (revenue_minor),
-- in the half hour that contains the instant. A half hour may be listed several times, which adds
-- up. What has no price is in the row of the currency that the lot has.
-- lot_id is stored uncompressed, because reading it compressed takes ten times as long.
create table use_by_lot_day (
  livemode boolean not null,
  lot_id uuid using compression uncompressed not null,
  day date not null,
  currency varchar not null,
  changes struct(
    half_hour utinyint, taken integer, taken_seconds integer, started integer,
    revenue_minor bigint)[] not null
);
