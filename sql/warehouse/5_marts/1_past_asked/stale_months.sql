-- One row per mode, country, area and month (by its first day, UTC) where stale_past changes
-- something, or where days ended since the last build. After new areas also all areas of the
-- country since these were cut: what told of those days before may tell of less, or of nothing.
-- only with rows of: lot_spans
create or replace temp table stale_months as
with renewed as (
  select livemode, country, min(since_on) as since_on
  from area_starts
  where kind = 'use' and batch > $area_cells_built
  group by all
),
renewable as (
  select livemode, country, cell from area_starts where kind = 'use'
  union all
  select livemode, country, 0 as cell from renewed
),
touched as (
  select
    livemode, country, cell,
    greatest(lot_spans.from_day, stale_past.from_day) as from_day,
    least(until_day - 1, to_day) as to_day
  from lot_spans join stale_past using (lot_id)
  union all
  select
    livemode, country, cell, greatest(from_day, $built_as_of::timestamptz::date),
    least(until_day, $as_of::timestamptz::date) - 1
  from lot_spans
  -- Everything is in stale_past before the first build.
  where $built_as_of::timestamptz::date > date '1970-01-01'
  union all
  select
    livemode, country, cell, greatest(since_on, (select min(from_day) from stale_past)),
    $as_of::timestamptz::date - 1
  from renewable join renewed using (livemode, country)
  where $built_as_of::timestamptz::date > date '1970-01-01'
),
months as (
  select distinct
    livemode, country, cell,
    unnest(range(
      12 * year(from_day) + month(from_day) - 1, 12 * year(to_day) + month(to_day)
    )) as number
  from touched
  where from_day <= to_day
)
select distinct
  livemode, country, cell, make_date(number // 12, number % 12 + 1, 1) as month
from months;
