-- One row per mode, country and percentile from 0 to 100: the callers of seven whole days (UTC)
-- in the place that has most, each once a day, among the areas of searches of the country that
-- have lots.
-- Countries in which fewer than 20 of these have any have no rows.
create table search_percentiles (
  livemode boolean not null,
  country varchar not null,
  percentile integer not null,
  searcher_count bigint not null,
  is_gone boolean not null,
  build integer not null
);
