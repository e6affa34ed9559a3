-- One row per mode and area of searches: what may be disclosed of the seven whole days (UTC) before
-- the day of the build, rounded to two digits. cell is that of the area, 0 for what is in no finer
-- one, which has a row only if disclosed. Searches are those of days on which three callers
-- searched in one cell of resolution 8. searcher_count: callers, each once a day: of the cell of
-- resolution 8 that has most of them on that day, so that nobody counts twice. Those without a key
-- count at most as many as operators. All are null where no day may be disclosed, and what is per
-- million spaces of the listed lots there also without any.
create table search_areas (
  livemode boolean not null,
  cell bigint not null,
  search_count bigint,
  unmet_count bigint,
  agent_count bigint,
  searcher_count bigint,
  searches_per_million bigint,
  is_gone boolean not null,
  build integer not null
);
