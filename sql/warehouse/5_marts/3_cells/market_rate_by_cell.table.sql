-- One row per world, cell of resolution 3 to 9, country and currency: its lots' votes added up.
-- best = realised, else posted; each kind has its own count, as a lot may lack it.
-- contributor_ids = the first 3 operators that have realised rates.
create table market_rate_by_cell (
  livemode boolean not null,
  cell bigint not null,
  country varchar not null,
  currency varchar not null,
  lot_count integer not null,
  space_count bigint not null,
  posted_count integer not null,
  posted_hourly_sum bigint not null,
  posted_hourly_min bigint,
  posted_hourly_max bigint,
  posted_daily_sum bigint not null,
  best_hourly_count integer not null,
  best_hourly_sum bigint not null,
  best_hourly_min bigint,
  best_hourly_max bigint,
  best_daily_count integer not null,
  best_daily_sum bigint not null,
  contributor_ids varchar[] not null,
  observation_count bigint not null,
  occupied_minutes bigint not null,
  is_gone boolean not null,
  build integer not null
);
