-- The cells of some ranges (resolution 5 or 6) over four weeks, as published, in the order of their
-- indexes, with the lots and rates that they have now. One statement, so one snapshot: all of it
-- belongs to the publication named. No row while nothing has been published.
-- :lows and :highs are the first and the last cell of each range, all of one resolution.
-- :hour_of_week is 0 (Monday, 0:00 UTC) to 167; null: all hours together.
with ranges as materialized (
  select low, high from unnest(:lows::bigint[], :highs::bigint[]) as given (low, high)
),
cells as materialized (
  select near.*
  from ranges
  cross join lateral (
    select * from marts.hex_weeks as week
    where week.livemode = :livemode and week.cell between ranges.low and ranges.high
    offset 0
  ) as near
  order by near.cell
  limit :row_count_max
),
asked as (
  select
    coalesce(:hour_of_week::integer, 168) + 1 as slot, :hour_of_week::integer / 24 + 1 as week_day
),
found as (
  select
    cells.cell, coalesce(lot_count, 0) as lot_count, coalesce(space_count, 0) as space_count,
    country, currency, coalesce(rated_lot_count, 0) as rated_lot_count, rate_hourly,
    coalesce(is_realised, false) as is_realised,
    occupied_seconds[slot]::numeric / 60 as occupied_minutes,
    known_seconds[slot]::numeric / 60 as known_minutes,
    measured_seconds[slot]::numeric / 60 as measured_minutes,
    search_counts[slot] as search_count, unmet_counts[slot] as unmet_count,
    agent_counts[slot] as agent_count,
    coalesce(crowded_days[week_day], true = any(crowded_days)) as has_crowd
  from cells
  cross join asked
  left join marts.hexes as hex using (livemode, cell)
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
    select coalesce(
      json_agg(to_jsonb(found) || jsonb_build_object('cell', cell::text) order by cell), '[]')
    from found
  ) as hexes,
  (select coalesce(json_agg(percentiles order by percentile), '[]') from percentiles) as percentiles
from marts.publication;
