-- One row per area of stale_areas, operator and vehicle with paid stays on strong lots that ended
-- in the 30 whole days (UTC) before the day of $as_of: what they cost, and what they would have
-- cost by the price that was posted when they began.
-- only with rows of: strong_lots
create or replace temp table paid_vehicles as
with paid as (
  from priced_stays where ended_at >= date_trunc('day', $as_of::timestamptz) - interval 30 days
)
select
  livemode, country, cell, operator_id, vehicle, count(*) as stay_count,
  sum(paid_minor)::bigint as paid_minor, sum(list_minor)::bigint as list_minor
from paid join strong_lots using (lot_id)
where epoch_us(ended_at) // 3_600_000_000 >= since_hour
group by all;
