-- One row per mode and cell of resolution 7 with more searches than usual at $as_of. Such a cell
-- is a neighbourhood of about 5 km2. A cell of resolution 9 is a street corner, where a handful of
-- searches would be a surge.
-- surge_pct: the searches of the 15 minutes before $as_of in percent of the usual number, at most
-- 150. Fewer than 10 searches are never a surge.
-- Only searches with an ordinal count, at most three of one searcher in a quarter of an hour; of
-- those without a key at most as many as of those with one. A surge needs three operators. Searches
-- with the same ordinal in one quarter are of different operators, so there are at least as many
-- operators as the most of such searches.
-- The usual number is a quarter of the mean of the same hour of the week (UTC) in the 4 weeks
-- before, counted alike. Only weeks since the cell's first search with an ordinal in that time
-- count, so a cell with less than a week of history has no surge. When the 15 minutes lie in two
-- hours, each hour counts by its share. In the 4 weeks after a change of the clocks, the local
-- hours compared differ by one.
with searched as (
  select
    livemode, cell_parent(cell, 7) as cell, operator_ordinal, network_ordinal,
    epoch_us(searched_at) // 900_000_000 as quarter
  from fct_searches
  where searched_at >= $as_of::timestamptz - interval 15 minutes
    and searched_at < $as_of::timestamptz
),
distinct_operators as (
  select livemode, cell, count(*) as operator_count
  from searched
  where operator_ordinal is not null
  group by livemode, cell, quarter, operator_ordinal
),
recent as (
  select
    livemode, cell,
    count(operator_ordinal) + least(count(network_ordinal), count(operator_ordinal))
      as search_count
  from searched semi join (from distinct_operators where operator_count >= 3) using (livemode, cell)
  group by all
  having search_count >= 10
),
-- Hours are compared as numbers, because calendar arithmetic would take forty times as long.
cell_hours as (
  select
    livemode, cell_parent(cell, 7) as cell, operator_search_count, network_search_count,
    epoch_us($as_of::timestamptz) // 3_600_000_000 - epoch_us(hour_at) // 3_600_000_000
      as hours_ago,
    epoch_us($as_of::timestamptz) // 1_000_000 % 3_600 as second
  from searches_by_cell_hour
  where hour_at >= date_trunc('hour', $as_of::timestamptz) - interval 673 hours
    and hour_at <= date_trunc('hour', $as_of::timestamptz) - interval 168 hours
    and operator_search_count + network_search_count > 0
),
hours as (
  select
    livemode, cell, hours_ago, second,
    sum(operator_search_count) + least(sum(network_search_count), sum(operator_search_count))
      as search_count
  from cell_hours semi join recent using (livemode, cell)
  group by all
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
  from hours
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
