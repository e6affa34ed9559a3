-- The cells of some ranges, as published, in the order of their indexes. One statement, so one
-- snapshot: all of it belongs to the publication named. No row while nothing has been published.
-- :lows and :highs are the first and the last cell of each range, all of one resolution.
with ranges as materialized (
  select low, high from unnest(:lows::bigint[], :highs::bigint[]) as given (low, high)
),
found as (
  select hex.*
  from ranges
  cross join lateral (
    select * from marts.hexes as near
    where near.livemode = :livemode and near.cell between ranges.low and ranges.high
    offset 0
  ) as hex
  order by hex.cell
  limit :row_count_max
),
percentiles as (
  select country, percentile, searches_per_space
  from marts.search_percentiles
  where livemode = :livemode and country in (select country from found)
)
select
  publication_id,
  as_of,
  (
    select coalesce(json_agg(json_build_object(
      'cell', cell::text, 'lot_count', lot_count, 'space_count', space_count, 'country', country,
      'currency', currency, 'rated_lot_count', rated_lot_count, 'rate_hourly', rate_hourly,
      'is_realised', is_realised, 'occupied_minutes', occupied_minutes,
      'known_minutes', known_minutes, 'measured_minutes', measured_minutes,
      'search_count', search_count, 'unmet_count', unmet_count, 'agent_count', agent_count,
      'has_crowd', has_crowd)), '[]')
    from found
  ) as hexes,
  (select coalesce(json_agg(percentiles order by percentile), '[]') from percentiles) as percentiles
from marts.publication;
