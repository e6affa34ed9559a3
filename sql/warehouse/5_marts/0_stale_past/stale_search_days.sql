-- One row per mode, cell (of resolution 8 or 9) and day (UTC) before that of $as_of where
-- batches after those of $…_built change the searches or how many callers they are known to have,
-- or whose month was not over at the last build. After new areas of searches all days since they
-- were cut.
create or replace temp table stale_search_days as
with renewed as (
  select livemode, min(since_on) as from_day
  from area_starts
  where kind = 'searches' and batch > $area_cells_built
  group by all
),
searches as (
  select livemode, cell, day_of(searched_at) as day
  from fct_searches where batch > $search_log_built
),
crowds as (
  select livemode, label::bigint as cell, on_day as day
  from fct_search_crowds where batch > $search_crowds_built and dimension = 'cell'
    and cell_resolution(label::bigint) = 8
),
-- What is left of a week or month is disclosed when that is over.
unfinished as (
  select livemode, date_trunc('month', $built_as_of::timestamptz)::date as from_day
  from (values (true), (false)) as worlds (livemode)
  where $built_as_of::timestamptz::date < $as_of::timestamptz::date
),
-- Without a row no search is read.
firsts as (
  select livemode, min(from_day)::timestamptz as first_at
  from (from renewed union all from unfinished)
  group by all
),
hours as (
  select livemode, cell, day_of(hour_at) as day
  from searches_by_cell_hour join firsts using (livemode)
  where hour_at >= first_at
),
touched as (
  from searches union from crowds union from hours
)
select * from touched where day < $as_of::timestamptz::date;
