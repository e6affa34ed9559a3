-- What happened in each H3 cell of resolution 5 and 6 in 28 whole days: 169 numbers each, of the
-- hours of the week (the first is Monday, 0:00 UTC) and of all of them together. Published by the
-- pipelines.
create table marts.hex_weeks (
  livemode boolean not null,
  cell bigint not null,
  search_counts bigint[] not null,
  unmet_counts bigint[] not null,
  agent_counts bigint[] not null,
  -- space-seconds
  occupied_seconds bigint[] not null,
  known_seconds bigint[] not null,
  measured_seconds bigint[] not null,
  -- Of the seven days of the week, Monday first.
  crowded_days boolean[] not null,
  primary key (livemode, cell)
);
