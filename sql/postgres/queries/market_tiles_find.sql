-- The lots and searched cells of some tiles, and the percentiles of their countries. One statement,
-- so one snapshot: all of it belongs to the publication named. No row while nothing has been
-- published.
-- :lows and :highs are the first and the last cell of each tile.
with tiles as materialized (
  select low, high from unnest(:lows::bigint[], :highs::bigint[]) as tile (low, high)
),
-- Here and below `offset 0` makes the planner look each tile up by index; otherwise it would read
-- the whole table.
lots as materialized (
  select
    lot.cell::text, lot.latitude, lot.longitude, lot.operator_id, lot.country, lot.currency,
    lot.space_count, lot.posted_hourly, lot.posted_daily, lot.realised_hourly, lot.realised_daily,
    lot.observation_count, lot.occupied_minutes, lot.known_minutes, lot.measured_minutes
  from tiles
  cross join lateral (
    select * from marts.market_rate_by_lot as near
    where near.livemode = :livemode and near.cell between tiles.low and tiles.high
    offset 0
  ) as lot
),
searches as (
  select search.cell::text, search.latitude, search.longitude, search.search_count
  from tiles
  cross join lateral (
    select * from marts.searches_by_cell as near
    where near.livemode = :livemode and near.cell between tiles.low and tiles.high
    offset 0
  ) as search
),
percentiles as (
  select country, percentile, searches_per_space
  from marts.search_percentiles
  where livemode = :livemode and country in (select country from lots)
)
select
  publication_id,
  as_of,
  (select coalesce(json_agg(lots), '[]') from lots) as lots,
  (select coalesce(json_agg(searches), '[]') from searches) as searches,
  (select coalesce(json_agg(percentiles order by percentile), '[]') from percentiles) as percentiles
from marts.publication;
