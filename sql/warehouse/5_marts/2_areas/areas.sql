-- One row per mode, country and area of stale_areas.
-- key: livemode, country, cell
-- stale: in_part(cell, $part, $parts) and (livemode, country, cell) in (from stale_areas)
-- memory_kib: ((select count(*) from begun_stays) + (select count(*) from paid_vehicles)) // 4
with strong as (
  from strong_lots where in_part(cell, $part, $parts)
),
stays as (
  select
    livemode, country, cell, count(*) as stay_count, count(distinct vehicle) as vehicle_count
  from begun_stays join strong using (number)
  group by all
),
counts as (
  select
    livemode, country, cell, count(distinct operator_id) as counted_operators,
    count(distinct (number, hour // 24)) as counted_days
  from counted_hours join strong using (number)
  group by all
),
paid as (
  select
    livemode, country, cell, sum(stay_count)::bigint as paid_stay_count,
    count(distinct vehicle) as paid_vehicle_count
  from paid_vehicles where in_part(cell, $part, $parts)
  group by all
),
lots as (
  select
    livemode, country, cell, operator_id, strong.number is not null as is_strong,
    votes.lot_id is not null as is_listed, least(numbered.space_count, 500) as space_count
  from (from numbered_lots where in_part(cell, $part, $parts)) as numbered
    left join (select number from strong) as strong using (number)
    left join (
      select lot_id from market_rate_by_lot where not is_gone and is_counted
    ) as votes using (lot_id)
),
operators as (
  select
    livemode, country, cell, operator_id,
    quantile_disc(space_count, 0.5) filter (is_listed) as median_space_count,
    coalesce(sum(space_count) filter (is_listed or is_strong), 0)::bigint as space_count,
    coalesce(sum(space_count) filter (is_strong), 0)::bigint as strong_space_count
  from lots
  group by all
),
totals as (
  select
    livemode, country, cell,
    quantile_disc(median_space_count, 0.5)::integer as median_space_count,
    if(
      count(*) >= 4, weight_cap(max(space_count, 3), sum(space_count)::bigint), null
    ) as most
  from operators
  group by all
),
spaces as (
  select
    livemode, country, cell, any_value(totals.median_space_count) as median_space_count,
    2 * sum(least(6 * strong_space_count, most)) >= sum(least(6 * space_count, most)) as is_known
  from operators join totals using (livemode, country, cell)
  group by all
),
figures as (
  select
    livemode, country, cell,
    max(pct) filter (figure = 'occupied') as occupied_pct,
    max(pct) filter (figure = 'measured') as measured_pct,
    max(pct) filter (figure = 'paid') as paid_pct
  from area_figures
  where in_part(cell, $part, $parts) and figure in ('occupied', 'measured', 'paid')
  group by all
),
judged as (
  select
    *,
    (
      is_public_area(cell)
      or coalesce(stay_count, 0) + coalesce(counted_days, 0) >= 30
      and (vehicle_count >= 10 or counted_operators >= 4)
    ) and occupied_pct is not null and is_known as is_used,
    if(
      is_public_area(cell), paid_stay_count >= 8 and paid_vehicle_count >= 3,
      paid_stay_count >= 30 and paid_vehicle_count >= 10
    ) and paid_pct is not null as is_paid
  from spaces
    left join stays using (livemode, country, cell)
    left join counts using (livemode, country, cell)
    left join paid using (livemode, country, cell)
    left join figures using (livemode, country, cell)
)
select
  livemode, country, cell, median_space_count,
  if(is_used, two_digits(stay_count), null) as stay_count,
  if(is_paid, two_digits(paid_stay_count), null) as paid_stay_count,
  if(is_paid, paid_pct, null) as paid_pct,
  if(is_used, least(occupied_pct, 100), null) as occupied_pct,
  if(is_used, measured_pct, null) as measured_pct
from judged;
