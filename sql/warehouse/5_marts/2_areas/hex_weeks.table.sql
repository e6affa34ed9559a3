-- One row per world and H3 cell of resolution 5 and 6 with lots or searches: what happened in the
-- 28 whole days (UTC) before the day of the build. 169 numbers each, of the hours of the week (the
-- first is Monday, 0:00 UTC) and of all of them together. Seconds are space-seconds. crowded_days:
-- for each day of the week, Monday first, whether at least three callers searched on one of the
-- four such days.
create table hex_weeks (
  livemode boolean not null,
  cell bigint not null,
  search_counts bigint[] not null,
  unmet_counts bigint[] not null,
  agent_counts bigint[] not null,
  occupied_seconds bigint[] not null,
  known_seconds bigint[] not null,
  measured_seconds bigint[] not null,
  crowded_days boolean[] not null,
  is_gone boolean not null,
  build integer not null
);
