-- What happened in each H3 cell of resolution 5 to 7 in 28 whole days, by hour of the week: 168
-- numbers each, the first is Monday, 0:00 UTC. Published by the pipelines.
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
  has_crowd boolean not null,
  primary key (livemode, cell)
);
