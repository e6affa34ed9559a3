-- What is known of each H3 cell of resolution 5 to 9 with lots or searches; published by the
-- pipelines.
create table marts.hexes (
  livemode boolean not null,
  cell bigint not null,
  lot_count integer not null,
  space_count bigint not null,
  country text,
  currency text,
  rated_lot_count integer not null,
  rate_hourly bigint,
  is_realised boolean not null,
  occupied_minutes bigint not null,
  known_minutes bigint not null,
  measured_minutes bigint not null,
  search_count bigint not null,
  unmet_count bigint not null,
  agent_count bigint not null,
  has_crowd boolean not null,
  primary key (livemode, cell)
);
