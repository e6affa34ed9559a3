-- One row per world and cell of resolution 7 with more searches than usual at $as_of. Such a cell
-- is a neighbourhood of about 5 km2. A cell of resolution 9 is a street corner, where a handful of
-- searches would be a surge.
-- surge_pct: the searches of the 15 minutes before $as_of in percent of the usual number, at most
-- 150. Fewer than 10 searches are never a surge.
-- The usual number is a quarter of the mean of the same hour of the week (UTC) in the 4 weeks
-- before. Only weeks since the cell's first search in that time count, so a cell with less than a
-- week of history has no surge. When the 15 minutes lie in two hours, each hour counts by its
-- share. In the 4 weeks after a change of the clocks, the local hours compared differ by one.
with recent as (
  select livemode, cell_parent(cell, 7) as cell, count(*) as search_count
  from fct_searches
  where searched_at >= $as_of::timestamptz - interval 15 minutes
    and searched_at < $as_of::timestamptz
  group by all
  having count(*) >= 10
),
-- Hours are compared as numbers, because calendar arithmetic would take forty times as long.
hours as (
  select
    livemode, cell_parent(cell, 7) as cell, search_count,
    epoch_us($as_of::timestamptz) // 3_600_000_000 - epoch_us(hour_at) // 3_600_000_000
      as hours_ago,
    epoch_us($as_of::timestamptz) // 1_000_000 % 3_600 as second
  from searches_by_cell_hour
  where hour_at >= date_trunc('hour', $as_of::timestamptz) - interval 673 hours
    and hour_at <= date_trunc('hour', $as_of::timestamptz) - interval 168 hours
),
-- seconds: how many of the 900 seconds before $as_of lie in that hour of the week.
shared as (
  select
    livemode, cell, search_count, hours_ago,
    case hours_ago % 168
      when 0 then least(second, 900)
      when 1 then greatest(900 - second, 0)
      else 0
    end as seconds
  from hours semi join recent using (livemode, cell)
),
usual as (
  select
    livemode, cell,
    sum(seconds * search_count) as search_seconds,
    max(hours_ago) // 168 as week_count
  from shared
  group by all
),
surges as (
  select
    livemode, cell,
    if(
      search_seconds = 0,
      150,
      least(150, round(100 * 3_600 * week_count * search_count / search_seconds))
    )::integer as surge_pct
  from recent join usual using (livemode, cell)
)
select livemode, cell::varchar as cell, surge_pct from surges where surge_pct > 100;
