-- What is missing of a publication: tiles lot by lot and search by search, coarse cells as sums,
-- and the percentiles of countries met for the first time. One statement, so one snapshot: all of
-- it is of the publication named. No row while nothing has been published.
-- $1 livemode
-- $2 tile_lows
-- $3 tile_highs
-- $4 cells
-- $5 own_cells
-- $6 operator_id      whose lots in own_cells are counted
-- $7 known_countries  whose percentiles are not wanted
with tiles as materialized (
  select low, high from unnest($2::bigint[], $3::bigint[]) as tile (low, high)
),
-- Here and below `offset 0` has each tile looked up by index: asked to choose, the planner would
-- read the whole table.
lots as materialized (
  select
    lot.cell::text, lot.latitude, lot.longitude, lot.operator_id, lot.country, lot.currency,
    lot.space_count, lot.posted_hourly, lot.posted_daily, lot.realised_hourly, lot.realised_daily,
    lot.observation_count, lot.occupied_minutes
  from tiles
  cross join lateral (
    select * from marts.market_rate_by_lot as near
    where near.livemode = $1 and near.cell between tiles.low and tiles.high
    offset 0
  ) as lot
),
searches as (
  select search.cell::text, search.latitude, search.longitude, search.search_count
  from tiles
  cross join lateral (
    select * from marts.searches_by_cell as near
    where near.livemode = $1 and near.cell between tiles.low and tiles.high
    offset 0
  ) as search
),
sums as materialized (
  select
    cell::text, country, currency, lot_count, space_count, posted_count, posted_hourly_sum,
    posted_hourly_min, posted_hourly_max, posted_daily_sum, best_hourly_count, best_hourly_sum,
    best_hourly_min, best_hourly_max, best_daily_count, best_daily_sum, contributor_ids,
    observation_count, occupied_minutes
  from marts.market_rate_by_cell
  where livemode = $1 and cell = any($4::bigint[])
),
search_sums as (
  select cell::text, search_count
  from marts.searches_by_cell
  where livemode = $1 and cell = any($4::bigint[])
),
own_lots as (
  select cell::text, lot_count
  from marts.operator_lots_by_cell
  where operator_id = $6 and livemode = $1 and cell = any($5::bigint[])
),
percentiles as (
  select country, percentile, searches_per_space
  from marts.search_percentiles
  where livemode = $1 and country <> all($7::text[])
    and country in (select country from lots union select country from sums)
)
select
  publication_id,
  as_of,
  (select coalesce(json_agg(lots), '[]') from lots) as lots,
  (select coalesce(json_agg(searches), '[]') from searches) as searches,
  (select coalesce(json_agg(sums), '[]') from sums) as sums,
  (select coalesce(json_agg(search_sums), '[]') from search_sums) as search_sums,
  (select coalesce(json_agg(own_lots), '[]') from own_lots) as own_lots,
  (select coalesce(json_agg(percentiles order by percentile), '[]') from percentiles) as percentiles
from marts.publication;
