-- One row per mode, area of searches and month of stale_search_months.
-- key: livemode, cell, month
-- stale: (livemode, cell, month) in (from stale_search_months)
with days as (
  select livemode, cell, month, unnest(range(
    month, month + interval 1 month, interval 1 day))::date as day
  from stale_search_months
),
spaces as (
  select
    asked.livemode, asked.cell, month,
    sum(least(coalesce(space_count, 1), 500))::bigint as space_count
  from stale_search_months as asked
    join (from area_spans where kind = 'searches') as places
      on asked.livemode = places.livemode and asked.cell = places.cell
    join lot_versions
      on lot_versions.livemode = places.livemode and lot_versions.place = places.place
  where is_listed
    and least((month + interval 1 month)::date, $as_of::timestamptz::date) - 1
      between greatest(from_day, since_on) and least(until_day, until_on) - 1
  group by all
)
select
  livemode, cell, month, coalesce(any_value(since_on), date '0001-01-01') as since_on,
  list(search_count order by day) as search_counts,
  list(searcher_count order by day) as searcher_counts,
  list(told_days order by day) as told_days,
  coalesce(any_value(space_count), 0) as space_count
from days
  left join told_search_days using (livemode, cell, month, day)
  left join spaces using (livemode, cell, month)
  left join (from area_starts where kind = 'searches') as starts
    using (livemode, cell)
group by all
having count(search_count) > 0;
