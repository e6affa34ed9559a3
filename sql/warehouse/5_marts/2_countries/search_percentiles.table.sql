-- One row per world, country and percentile 0 to 100: searches per space among the country's
-- resolution-7 cells that have lots.
create table search_percentiles (
  livemode boolean not null,
  country varchar not null,
  percentile integer not null,
  searches_per_space double not null,
  is_gone boolean not null,
  build integer not null
);
