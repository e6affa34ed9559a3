-- Published by the pipelines: what happened in the areas of use on each day of a month (by its
-- first day, UTC), in lists by day, as it may be told; null where it may not. A month is one row,
-- so that ten years of an area are 120 rows. since_on is the day since when the area is one of its
-- own. occupied_pcts and stay_counts are of as many days together as told_days says; paid_pcts is
-- what stays cost in percent of the posted prices, list_minors what an hour cost by these in minor
-- units of currency, space_counts the spaces of the lots that were listed or strong.
create table marts.area_history (
  livemode boolean not null,
  country text not null,
  cell bigint not null,
  month date not null,
  since_on date not null,
  currency text,
  occupied_pcts integer[] not null,
  stay_counts bigint[] not null,
  told_days integer[] not null,
  paid_pcts integer[] not null,
  list_minors bigint[] not null,
  space_counts bigint[] not null,
  primary key (livemode, country, cell, month)
);

-- The same of the areas of searches. searcher_counts: callers, each once a day, null where they
-- were not counted. space_count is of the lots that were listed there at its end.
create table marts.search_history (
  livemode boolean not null,
  cell bigint not null,
  month date not null,
  since_on date not null,
  search_counts bigint[] not null,
  searcher_counts bigint[] not null,
  told_days integer[] not null,
  space_count bigint not null,
  primary key (livemode, cell, month)
);

-- The lots of a city are found by its cells.
create index cell_cities_by_city on cell_cities (city_id) where city_id is not null;
