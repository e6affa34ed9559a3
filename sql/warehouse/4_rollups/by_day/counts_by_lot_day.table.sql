-- One row per mode, lot and day (UTC) with counts of vehicles: the last count of each half hour. A
-- half hour (0 to 47) is named by its beginning, and has the counts from 15 minutes before it to 15
-- minutes after it.
-- lot_id is stored uncompressed, because reading it compressed takes ten times as long.
create table counts_by_lot_day (
  livemode boolean not null,
  lot_id uuid using compression uncompressed not null,
  day date not null,
  half_hours struct(half_hour utinyint, occupied integer)[] not null
);
