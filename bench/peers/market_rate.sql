-- The market rate of a circle from the lots, as it is asked for without tiles: each listed, active
-- lot votes with what an hour costs by its list price, times what stays cost in its area (of
-- lot_areas), in the currency of most lots. The average is the mean of the middle half of the votes
-- by price classes, weighted by spaces, with at most a quarter for one operator. All lots bill
-- by the hour and by the minute, and post a rate. Possible duplicates do not vote.
-- :box_beyond is the part past the antimeridian; null where there is none.
with near as (
  select
    operator_id, currency, least(500, total_spaces)::float8 as weight, paid_pct,
    least(rate_minor, max_daily_minor) as list,
    floor((2 * least(rate_minor, max_daily_minor) * coalesce(paid_pct, 100) + 100) / 200::float8)
      as vote
  from (values (:box::box), (:box_beyond::box)) as area (part)
  join lots on lots.position <@ area.part
  join lot_areas using (lot_id)
  where deleted_at is null and is_listed and status = 'active' and livemode and is_counted
    and great_circle_m(latitude, longitude, :latitude, :longitude) <= :radius_m::float8
),
main as (
  select currency, count(*) as lot_count from near group by currency
  order by count(*) desc, currency limit 1
),
priced as (
  select near.* from near join main using (currency) where vote is not null
),
ranked as (
  select
    operator_id, sum(weight) as weight,
    row_number() over (order by sum(weight) desc) as place,
    count(*) over () as operator_count,
    sum(sum(weight)) over (
      order by sum(weight) desc rows between current row and unbounded following
    ) as rest
  from priced
  group by operator_id
),
-- As many of the heaviest operators are capped as leave the next one below the cap.
capped as (
  select
    operator_count, place, weight, 0.25 * rest / (1 - 0.25 * (place - 1)) as most
  from (select * from ranked where place <= 4 offset 0) as heaviest
),
cap as (
  select case when operator_count >= 4 and place > 1 then most end as most, operator_count
  from capped
  where operator_count < 4 or place = 4 or weight <= most
  order by place
  limit 1
),
bounded as (
  select
    priced.*,
    priced.weight * least(1, coalesce(most / nullif(ranked.weight, 0), 1)) as heard,
    case when vote < 1 then 0 else 1 + floor(40 * ln(vote) / ln(5::float8) + 1e-9) end::integer
      as class
  from priced join ranked using (operator_id) cross join cap
),
classes as (
  select
    class, sum(heard) as weight, sum(heard * vote) as worth, count(*) as lots,
    min(list) as least, max(list) as most,
    sum(sum(heard)) over (order by class) as below, sum(sum(heard)) over () as total
  from bounded
  group by class
),
fences as (
  select
    min(class) filter (where below >= total / 4 * (1 - 1e-9)) - 40 as first,
    min(class) filter (where below >= 3 * total / 4 * (1 - 1e-9)) + 40 as last
  from classes
),
inside as (
  select
    classes.*, sum(weight) over (order by class) as upto, sum(weight) over () as voting
  from classes join fences on class between first and last
),
summed as (
  select
    sum(
      greatest(0, least(0.75 * voting, upto) - greatest(0.25 * voting, upto - weight))
        * worth / nullif(weight, 0)
    ) / (max(voting) / 2) as mean,
    min(least) as least, max(most) as most, sum(lots) as lots
  from inside
),
parts as (
  select
    greatest(0.5, 0.75 * (1 - max(heard) / sum(heard))) as rank, max(operator_count) as operators
  from (select operator_id, sum(heard) as heard from bounded group by operator_id) as each
  cross join cap
),
ranks as (
  select
    min(class) filter (where below >= (1 - rank) * total * (1 - 1e-9)) as low,
    min(class) filter (where below >= rank * total * (1 - 1e-9)) as high,
    max(operators) as operators
  from classes cross join parts
),
held as (
  select
    min(worth / nullif(weight, 0)) filter (where class = low) as low,
    min(worth / nullif(weight, 0)) filter (where class = high) as high,
    max(operators) as operators
  from classes cross join ranks
),
moved as (
  select 2 * coalesce(sum(heard) filter (where paid_pct is not null), 0)
    >= sum(heard) * (1 - 1e-9) and count(paid_pct) > 0 as is_realised
  from bounded
)
select
  currency,
  lot_count::integer,
  case when is_realised then 'realised' else 'posted' end as basis,
  floor(
    case when operators < 4 then mean else greatest(low, least(high, mean)) end + 0.5 + 1e-6
  )::integer as avg_hourly_cents,
  least::integer as min_hourly_cents,
  most::integer as max_hourly_cents,
  lots::integer as sample_size
from main cross join summed cross join held cross join moved;
