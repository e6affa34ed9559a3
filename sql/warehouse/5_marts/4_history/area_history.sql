-- One row per world, country, area and month of stale_months.
-- key: livemode, country, cell, month
-- stale: (livemode, country, cell, month) in (from stale_months)
with days as (
  select livemode, country, cell, month, unnest(range(
    month, month + interval 1 month, interval 1 day))::date as day
  from stale_months
),
lengths as (
  select livemode, country, cell, name, count(*)::integer as told_days from told_past group by all
),
stays as (
  select
    livemode, country, cell, name, operator_id, sum(observed) as stay_count
  from past_observed join told_past using (livemode, country, cell, figure, day)
  where figure = 'occupied' and vehicle is not null
  group by all
),
vehicles as (
  select livemode, country, cell, name, count(distinct vehicle) as vehicle_count
  from past_observed join told_past using (livemode, country, cell, figure, day)
  where figure = 'occupied'
  group by all
),
-- No operator has more than half of what is told.
begun as (
  select livemode, country, cell, name, two_digits(sum(stay_count)::bigint) as stay_count
  from stays join vehicles using (livemode, country, cell, name)
  group by all
  having may_be_told(count(*), sum(stay_count), any_value(vehicle_count), 0)
    and 2 * max(stay_count) <= sum(stay_count)
),
figures as (
  select livemode, country, cell, name, pct, told_days, stay_count
  from (select livemode, country, cell, figure as name, pct from area_figures)
    join lengths using (livemode, country, cell, name)
    left join begun using (livemode, country, cell, name)
),
told as (
  select told_past.* exclude (name), pct, told_days, stay_count
  from told_past join figures using (livemode, country, cell, name)
),
joined as (
  select
    days.*, occupied.pct as occupied_pct, stay_count, told_days, paid.pct as paid_pct,
    list_minor, space_count, currency
  from days
    left join (from told where figure = 'occupied') as occupied
      using (livemode, country, cell, day)
    left join (select livemode, country, cell, day, pct from told where figure = 'paid') as paid
      using (livemode, country, cell, day)
    left join past_lists using (livemode, country, cell, day)
)
select
  livemode, country, cell, month, coalesce(any_value(since_on), date '0001-01-01') as since_on,
  any_value(currency) as currency,
  list(if(occupied_pct > 100, 100, occupied_pct) order by day) as occupied_pcts,
  list(stay_count order by day) as stay_counts, list(told_days order by day) as told_days,
  list(paid_pct order by day) as paid_pcts, list(list_minor order by day) as list_minors,
  list(space_count order by day) as space_counts
from joined left join (from area_starts where kind = 'use') as starts
    using (livemode, country, cell)
group by all
having count(occupied_pct) + count(paid_pct) + count(space_count) > 0;
