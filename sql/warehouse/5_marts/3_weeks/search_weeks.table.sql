-- One row per mode and area of searches whose hours of the week may be disclosed: 168 counts (the
-- first is of Monday, 0:00 UTC) of the days that may be disclosed among the 28 whole days (UTC)
-- before the day of the build. Where single hours may not be disclosed, the hours of each block of
-- pooled_hours have equal parts of what these have together, rounded to two digits. A block is
-- shown when three callers searched first in it, on one day in one cell of resolution 8, or nobody
-- searched; one of 24 hours also when three callers searched on that day.
create table search_weeks (
  livemode boolean not null,
  cell bigint not null,
  search_counts bigint[] not null,
  unmet_counts bigint[] not null,
  agent_counts bigint[] not null,
  pooled_hours integer not null,
  is_gone boolean not null,
  build integer not null
);
