-- One row per mode, country, area and month of stale_months.
-- key: livemode, country, cell, month
-- stale: in_part(cell, $part, $parts) and (livemode, country, cell, month) in (from stale_months)
-- memory_kib: ((select count(*) from past_observed) + (select count(*) from told_past)) // 4
with months as (
  from stale_months where in_part(cell, $part, $parts)
),
days as (
  select livemode, country, cell, month, unnest(range(
    month, month + interval 1 month, interval 1 day))::date as day
  from months
),
tellable as (
  from told_past where in_part(cell, $part, $parts)
),
lengths as (
  select livemode, country, cell, name, count(*)::integer as told_days from tellable group by all
),
observed as (
  select livemode, country, cell, name, operator_id, vehicle, observed
  from past_observed join tellable using (livemode, country, cell, figure, day)
  where figure = 'occupied'
),
stays as (
  select
    livemode, country, cell, name, operator_id, sum(observed) as stay_count
  from observed
  where vehicle is not null
  group by all
),
vehicles as (
  select livemode, country, cell, name, count(distinct vehicle) as vehicle_count
  from observed
  group by all
),
-- No operator has more than half of a disclosed figure.
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
  select tellable.* exclude (name), pct, told_days, stay_count
  from tellable join figures using (livemode, country, cell, name)
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
    left join (from past_lists where in_part(cell, $part, $parts)) as lists
      using (livemode, country, cell, day)
),
-- Sorted afterwards: lists that are put in order one by one take many times as much memory.
collected as (
  select
    livemode, country, cell, month, coalesce(any_value(since_on), date '0001-01-01') as since_on,
    any_value(currency) as currency,
    list_sort(list({
      'day': day, 'occupied_pct': if(occupied_pct > 100, 100, occupied_pct),
      'stay_count': stay_count, 'told_days': told_days, 'paid_pct': paid_pct,
      'list_minor': list_minor, 'space_count': space_count
    })) as days
  from joined left join (from area_starts where kind = 'use') as starts
    using (livemode, country, cell)
  group by all
  having count(occupied_pct) + count(paid_pct) + count(space_count) > 0
)
select
  livemode, country, cell, month, since_on, currency,
  list_transform(days, lambda one: one.occupied_pct) as occupied_pcts,
  list_transform(days, lambda one: one.stay_count) as stay_counts,
  list_transform(days, lambda one: one.told_days) as told_days,
  list_transform(days, lambda one: one.paid_pct) as paid_pcts,
  list_transform(days, lambda one: one.list_minor) as list_minors,
  list_transform(days, lambda one: one.space_count) as space_counts
from collected;
