-- The lots of some tiles, the areas in which they are, and the percentiles of their countries. One
-- statement, so one snapshot: all of it belongs to the publication named. No row while nothing has
-- been published.
-- :lows and :highs are the first and the last cell of each tile; :area_lows and :area_highs the
-- same for each resolution that areas have.
-- Keeps its plan.
with tiles as materialized (
  select low, high
  from unnest((select :lows::bigint[]), (select :highs::bigint[])) as tile (low, high)
),
-- Here and below `offset 0` makes the planner look each tile up by index; otherwise it would read
-- the whole table.
lots as materialized (
  select
    lot.cell::text, lot.latitude, lot.longitude, lot.operator_id, lot.country, lot.currency,
    lot.space_count, lot.list_hourly, lot.list_daily, lot.is_public, lot.is_counted,
    lot.observation_count,
    lot.revenue_minor, lot.paid_minutes, lot.occupied_minutes, lot.known_minutes
  from tiles
  cross join lateral (
    select * from marts.market_rate_by_lot as near
    where near.livemode = :livemode and near.cell between tiles.low and tiles.high
    offset 0
  ) as lot
),
cells as materialized (
  select low, high
  from unnest((select :area_lows::bigint[]), (select :area_highs::bigint[])) as cell (low, high)
  union all
  -- What is in no finer area.
  select 0, 0
),
areas as (
  select
    area.country, area.cell::text, area.median_space_count, area.stay_count, area.paid_stay_count,
    area.paid_pct, area.occupied_pct, area.measured_pct
  from cells
  cross join lateral (
    select * from marts.areas as near
    where near.livemode = :livemode and near.cell between cells.low and cells.high
    offset 0
  ) as area
),
search_areas as (
  select
    area.cell::text, area.search_count, area.unmet_count, area.agent_count, area.searcher_count,
    area.searches_per_million
  from cells
  cross join lateral (
    select * from marts.search_areas as near
    where near.livemode = :livemode and near.cell between cells.low and cells.high
    offset 0
  ) as area
),
percentiles as (
  select country, percentile, searcher_count
  from marts.search_percentiles
  where livemode = :livemode and country in (select country from lots)
)
select
  publication_id,
  as_of,
  (select coalesce(json_agg(lots), '[]') from lots) as lots,
  (select coalesce(json_agg(areas), '[]') from areas) as areas,
  (select coalesce(json_agg(search_areas), '[]') from search_areas) as search_areas,
  (select coalesce(json_agg(percentiles order by percentile), '[]') from percentiles) as percentiles
from marts.publication;
