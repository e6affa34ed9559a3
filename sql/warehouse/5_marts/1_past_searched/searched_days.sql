-- One row per area of searches, day (UTC) and month of stale_search_months: how many searches were
-- made, by how many callers (as in search_areas), and whether three of them are known to have
-- searched in one of its cells of resolution 8.
-- only with rows of: stale_search_months
create or replace temp table searched_days as
with spans as (
  select livemode, place, cell, since_on, until_on from area_spans where kind = 'searches'
),
searches as (
  select
    livemode, cell as place, day_of(hour_at) as day, sum(search_count)::bigint as search_count,
    sum(operator_count)::bigint as operator_count, sum(network_count)::bigint as network_count
  from searches_by_cell_hour
  where hour_at < date_trunc('day', $as_of::timestamptz)
    and hour_at >= (select min(month) from stale_search_months)
  group by all
),
placed as (
  select
    searches.livemode, cell, day, cell_parent(searches.place, 8) as crowd_cell,
    sum(search_count)::bigint as search_count,
    -- Callers of searches from before they were counted are not known.
    if(sum(operator_count + network_count) > 0,
      sum(operator_count) + least(sum(network_count), sum(operator_count)), null
    ) as searcher_count
  from searches join spans
    on searches.livemode = spans.livemode and searches.place = spans.place
      and day >= since_on and day < until_on
  group by all
),
crowds as (
  select distinct livemode, on_day as day, label::bigint as crowd_cell
  from fct_search_crowds
  where dimension = 'cell' and on_day >= (select min(month) from stale_search_months)
)
select
  placed.livemode, placed.cell, date_trunc('month', placed.day)::date as month, placed.day,
  sum(search_count)::bigint as search_count, max(searcher_count)::bigint as searcher_count,
  count(crowds.crowd_cell) > 0 as has_crowd
from placed left join crowds using (livemode, day, crowd_cell)
  semi join stale_search_months as months
    on placed.livemode = months.livemode and placed.cell = months.cell
      and date_trunc('month', placed.day) = months.month
group by all;
