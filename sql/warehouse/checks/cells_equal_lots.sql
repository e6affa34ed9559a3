-- Resolutions at which a country's cells do not add up to its lots.
with lots as (
  from market_rate_by_lot where not is_gone
),
cells as (
  from market_rate_by_cell where not is_gone
),
by_lot as (
  select
    livemode, resolution::bigint as resolution, country, currency, count(*) as lot_count,
    sum(space_count) as space_count, count(posted_hourly) as posted_count,
    coalesce(sum(posted_hourly), 0) as posted_hourly,
    coalesce(sum(posted_daily), 0) as posted_daily,
    count(coalesce(realised_hourly, posted_hourly)) as best_hourly_count,
    coalesce(sum(coalesce(realised_hourly, posted_hourly)), 0) as best_hourly,
    count(coalesce(realised_daily, posted_daily)) as best_daily_count,
    coalesce(sum(coalesce(realised_daily, posted_daily)), 0) as best_daily,
    min(posted_hourly) as posted_hourly_min, max(posted_hourly) as posted_hourly_max,
    sum(observation_count) as observation_count, sum(occupied_minutes) as occupied_minutes
  from lots cross join range(3, 10) as resolutions(resolution)
  group by all
),
by_cell as (
  select
    livemode, cell_resolution(cell) as resolution, country, currency, sum(lot_count) as lot_count,
    sum(space_count) as space_count, sum(posted_count) as posted_count,
    sum(posted_hourly_sum) as posted_hourly, sum(posted_daily_sum) as posted_daily,
    sum(best_hourly_count) as best_hourly_count, sum(best_hourly_sum) as best_hourly,
    sum(best_daily_count) as best_daily_count, sum(best_daily_sum) as best_daily,
    min(posted_hourly_min) as posted_hourly_min, max(posted_hourly_max) as posted_hourly_max,
    sum(observation_count) as observation_count, sum(occupied_minutes) as occupied_minutes
  from cells
  group by all
),
differing as (
  (from by_lot except from by_cell) union all (from by_cell except from by_lot)
)
select * from differing;
