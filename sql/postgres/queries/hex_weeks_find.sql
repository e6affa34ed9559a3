-- The cells of some ranges (resolution 5 to 7) over four weeks, as published, in the order of their
-- indexes, with the lots and rates that they have now. One statement, so one snapshot. No row while
-- nothing has been published.
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
found as (
  select
    cells.cell, coalesce(lot_count, 0) as lot_count, coalesce(space_count, 0) as space_count,
    country, currency, coalesce(rated_lot_count, 0) as rated_lot_count, rate_hourly,
    coalesce(is_realised, false) as is_realised, week.*, cells.has_crowd
  from cells
  left join marts.hexes as hex using (livemode, cell)
  cross join lateral (
    select
      sum(occupied) / 60 as occupied_minutes, sum(known) / 60 as known_minutes,
      sum(measured) / 60 as measured_minutes, sum(searches)::bigint as search_count,
      sum(unmet)::bigint as unmet_count, sum(agents)::bigint as agent_count
    from unnest(
      cells.occupied_seconds, cells.known_seconds, cells.measured_seconds, cells.search_counts,
      cells.unmet_counts, cells.agent_counts
    ) with ordinality as slot (occupied, known, measured, searches, unmet, agents, number)
    where :hour_of_week::integer is null or number = :hour_of_week + 1
  ) as week
),
percentiles as (
  select country, percentile, searches_per_space
  from marts.search_percentiles
  where livemode = :livemode and country in (select country from found)
)
select
  as_of,
  (
    select coalesce(json_agg(to_jsonb(found) || jsonb_build_object('cell', cell::text)), '[]')
    from found
  ) as hexes,
  (select coalesce(json_agg(percentiles order by percentile), '[]') from percentiles) as percentiles
from marts.publication;
