-- One row per mode, country and area that has or had lots: what happened there, as it may be
-- disclosed. cell is that of the area, 0 for what of a country is in no finer one.
-- median_space_count is of the listed lots whose spaces were counted; null without any. stay_count
-- is of sessions that began in the 28 whole days (UTC) before the day of the build, and
-- paid_stay_count of those paid in 30 days, both rounded to two digits. occupied_pct is of seven
-- days; vehicles were counted in measured_pct of them. paid_pct is what stays cost in percent of
-- the posted prices. All of these are null where there are fewer than four operators with
-- observations, 30 stays (or counted lots and days) or ten vehicles. An area of public figures
-- needs a strong lot alone, and eight paid stays of three vehicles.
create table areas (
  livemode boolean not null,
  country varchar not null,
  cell bigint not null,
  median_space_count integer,
  stay_count bigint,
  paid_stay_count bigint,
  paid_pct integer,
  occupied_pct integer,
  measured_pct integer,
  is_gone boolean not null,
  build integer not null
);
