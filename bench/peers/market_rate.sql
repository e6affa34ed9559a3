-- The market rate of a circle from the lots and their stays, as it is asked for without marts: each
-- listed, active lot votes with its realised rate of the last 30 days, else with its posted one;
-- realised rates count where at least 3 operators have one, in the currency of most lots.
-- :box_beyond is the part past the antimeridian; null where there is none.
with near as (
  select
    lot_id, operator_id, currency,
    case rate_unit when 'hour' then rate_minor else (rate_minor + 12) / 24 end as posted_hourly
  from (values (:box::box), (:box_beyond::box)) as area (part)
  join lots on lots.position <@ area.part
  where deleted_at is null and is_listed and status = 'active' and livemode
    and great_circle_m(latitude, longitude, :latitude, :longitude) <= :radius_m::float8
),
votes as (
  select
    operator_id, currency, posted_hourly, stay_count,
    (120 * revenue_minor + paid_minutes) / (2 * paid_minutes) as realised_hourly
  from near
  cross join lateral (
    select
      count(*) as stay_count,
      sum(subtotal_minor)::bigint as revenue_minor,
      sum(greatest(1, ceil(date_part('epoch', ended_at - started_at) / 60)))::bigint as paid_minutes
    from sessions
    where sessions.lot_id = near.lot_id
      and sessions.currency = near.currency
      and status in ('completed', 'expired') and livemode
      and ended_at >= date_trunc('day', now()) - interval '30 days'
      and ended_at < date_trunc('hour', now()) + interval '1 hour'
  ) as paid
),
by_operator as (
  select
    currency, operator_id, count(*) as lot_count, sum(stay_count) as stay_count,
    count(realised_hourly) as realised_count, count(posted_hourly) as posted_count,
    sum(posted_hourly) as posted_sum, min(posted_hourly) as posted_min,
    max(posted_hourly) as posted_max,
    count(coalesce(realised_hourly, posted_hourly)) as best_count,
    sum(coalesce(realised_hourly, posted_hourly)) as best_sum,
    min(coalesce(realised_hourly, posted_hourly)) as best_min,
    max(coalesce(realised_hourly, posted_hourly)) as best_max
  from votes
  group by currency, operator_id
),
by_currency as (
  select
    currency, sum(lot_count) as lot_count, sum(stay_count) as stay_count,
    count(*) filter (where realised_count > 0) >= 3 as is_realised,
    sum(posted_count) as posted_count, sum(posted_sum) as posted_sum,
    min(posted_min) as posted_min, max(posted_max) as posted_max,
    sum(best_count) as best_count, sum(best_sum) as best_sum, min(best_min) as best_min,
    max(best_max) as best_max
  from by_operator
  group by currency
)
select
  currency,
  lot_count::integer,
  case when is_realised then 'realised' else 'posted' end as basis,
  round(
    case when is_realised then best_sum / best_count else posted_sum / posted_count end
  )::integer as avg_hourly_cents,
  (case when is_realised then best_min else posted_min end)::integer as min_hourly_cents,
  (case when is_realised then best_max else posted_max end)::integer as max_hourly_cents,
  (case when is_realised then stay_count else posted_count end)::integer as sample_size
from by_currency
where is_realised or posted_count > 0
order by by_currency.lot_count desc, currency
limit 1;
