-- One row per mode, country and area whose hours of the week may be disclosed: 168 percentages
-- of the spaces that were taken (the first is Monday, 0:00 UTC), of the 28 whole days (UTC) before
-- the day of the build. Where single hours may not be, all hours of each block of pooled_hours
-- have what these have together: four operators, and 30 beginnings of stays or counted hours of
-- lots, in every block.
create table area_weeks (
  livemode boolean not null,
  country varchar not null,
  cell bigint not null,
  occupied_pcts integer[] not null,
  pooled_hours integer not null,
  is_gone boolean not null,
  build integer not null
);
