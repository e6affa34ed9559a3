-- One row per area and day of past_lots with lots that are listed or strong: their spaces, and
-- what an hour cost by what listed ones posted, in the currency of most of them in that month. The
-- price is the mean of the middle half, weighted by spaces (at most 500 of a lot; unknown ones as
-- the median), without prices below a fifth of the first quartile or above five times the third.
-- Of four operators none has more than a quarter of the weight, and the mean stays where those
-- without the largest have their middle half.
create or replace temp table past_lists as
with counting as (
  select *, day - isodow(day)::integer + 1 as monday from past_lots
),
listed as (
  select
    livemode, country, cell, month, day, operator_id, currency,
    if(is_listed, list_hourly, null) as list_hourly,
    least(coalesce(
      space_count,
      quantile_disc(space_count, 0.5) over (partition by livemode, country, cell, day),
      1
    ), 500)::hugeint as weight
  from counting left join strong_weeks using (lot_id, monday)
  where is_listed or is_stayed is not null
),
spaces as (
  select livemode, country, cell, day, sum(weight)::bigint as space_count
  from listed
  group by all
),
currencies as (
  select livemode, country, cell, month, first(currency order by days desc, currency) as currency
  from (
    select livemode, country, cell, month, currency, count(*) as days
    from listed where list_hourly is not null group by all
  )
  group by all
),
priced as (
  select listed.*
  from listed join currencies using (livemode, country, cell, month, currency)
  where list_hourly is not null and weight > 0
),
operators as (
  select livemode, country, cell, day, operator_id, sum(weight) as weight from priced group by all
),
caps as (
  select
    livemode, country, cell, day,
    if(count(*) >= 4, weight_cap(max(weight, 3), sum(weight)), null) as most
  from operators
  group by all
),
bounded as (
  select
    livemode, country, cell, day, operator_id, weight,
    1_000 * least(6 * weight, coalesce(most, 6 * weight)) as bounded,
    most is not null as is_bounded,
    max(bounded) over area / sum(bounded) over area as part
  from operators join caps using (livemode, country, cell, day)
  window area as (partition by livemode, country, cell, day)
),
prices as (
  select
    livemode, country, cell, day, list_hourly, any_value(is_bounded) as is_bounded,
    any_value(part) as part, sum(bounded * priced.weight // bounded.weight)::hugeint as weight
  from priced join bounded using (livemode, country, cell, day, operator_id)
  group by all
),
ranked as (
  select *, sum(weight) over (area order by list_hourly) as upto, sum(weight) over area as total
  from prices
  window area as (partition by livemode, country, cell, day)
),
fenced as (
  select
    * exclude (upto, total),
    min(list_hourly) filter (4 * upto >= total) over area as first_quartile,
    min(list_hourly) filter (4 * upto >= 3 * total) over area as third_quartile
  from ranked
  window area as (partition by livemode, country, cell, day)
),
votes as (
  select *, sum(weight) over (area order by list_hourly) as upto, sum(weight) over area as total
  from fenced
  where 5 * list_hourly >= first_quartile and list_hourly <= 5 * third_quartile
  window area as (partition by livemode, country, cell, day)
),
means as (
  select
    livemode, country, cell, day,
    sum(
      list_hourly
        * greatest(0, least(4 * upto, 3 * total) - greatest(4 * (upto - weight), total))
    ) / (2 * any_value(total)) as mean,
    min(list_hourly) filter (upto >= (1 - high) * total) as least_minor,
    min(list_hourly) filter (upto >= high * total) as most_minor
  from (
    select *, if(is_bounded, greatest(0.5, 0.75 * (1 - part)), 1) as high from votes
  )
  group by all
)
select
  livemode, country, cell, day, space_count, currency,
  floor(greatest(least_minor, least(most_minor, mean)) + 0.500001)::bigint as list_minor
from (select *, date_trunc('month', day)::date as month from spaces)
  left join means using (livemode, country, cell, day)
  left join currencies using (livemode, country, cell, month);
