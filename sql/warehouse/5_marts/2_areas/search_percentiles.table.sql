-- One row per world, country and percentile from 0 to 100: the searches per space of 168 hours,
-- among the resolution-7 cells of the country that have lots.
create table search_percentiles (
  livemode boolean not null,
  country varchar not null,
  percentile integer not null,
  searches_per_space double not null,
  is_gone boolean not null,
  build integer not null
);
