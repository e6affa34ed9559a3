-- One row per kind of area, mode, country ('' for searches), cell of resolution 9 with a lot or
-- searches, and span of days (UTC), from since_on until before until_on, in which it was in one
-- area. A day is disclosed by the areas as they were cut on it.
-- only with rows of: lot_versions, stale_search_days
create or replace temp table area_spans as
with places as (
  select distinct 'use' as kind, livemode, country, place from lot_versions
  union all
  select distinct 'searches', livemode, '', place from lot_versions
  union
  select distinct 'searches', livemode, '', cell
  from searches_by_cell_hour semi join stale_search_days using (livemode)
),
candidates as (
  select
    kind, livemode, country, place, 0::bigint as cell, -1 as resolution,
    date '0001-01-01' as since_on
  from places
  union all
  select kind, livemode, country, place, cell, resolution, since_on
  from (
    select *, cell_parent(place, resolution) as cell
    from places cross join range(9) as resolutions (resolution)
  ) join area_starts using (kind, livemode, country, cell)
),
finest as (
  select distinct
    kind, livemode, country, place, since_on, max_by(cell, resolution) over (
      partition by kind, livemode, country, place order by since_on
      range between unbounded preceding and current row
    ) as cell
  from candidates
)
select
  *, lead(since_on, 1, date '9999-12-31') over (
    partition by kind, livemode, country, place order by since_on
  ) as until_on
from finest;
