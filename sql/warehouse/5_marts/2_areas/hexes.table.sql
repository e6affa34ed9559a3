-- One row per world and H3 cell of resolution 5 to 9 with lots or searches: of 168 whole hours, and
-- for searches also of the hour that has begun.
-- currency is that of most lots, rated_lot_count the lots that have a rate in it, and rate_hourly
-- their mean in minor units: of realised rates where 3 operators have one (is_realised), otherwise
-- of posted ones; null without any. Minutes are space-minutes as in market_rate_by_lot. has_crowd:
-- at least three callers searched on one of the last seven days (UTC).
create table hexes (
  livemode boolean not null,
  cell bigint not null,
  lot_count integer not null,
  space_count bigint not null,
  country varchar,
  currency varchar,
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
  is_gone boolean not null,
  build integer not null
);
