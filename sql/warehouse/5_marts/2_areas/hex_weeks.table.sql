-- One row per world and H3 cell of resolution 5 to 7 with lots or searches: by hour of the week
-- (168 numbers, the first is Monday, 0:00 UTC) what happened in the 28 whole days (UTC) before the
-- day of the build. Seconds are space-seconds. has_crowd: at least three callers searched on one of
-- these days.
create table hex_weeks (
  livemode boolean not null,
  cell bigint not null,
  search_counts bigint[] not null,
  unmet_counts bigint[] not null,
  agent_counts bigint[] not null,
  occupied_seconds bigint[] not null,
  known_seconds bigint[] not null,
  measured_seconds bigint[] not null,
  has_crowd boolean not null,
  is_gone boolean not null,
  build integer not null
);
