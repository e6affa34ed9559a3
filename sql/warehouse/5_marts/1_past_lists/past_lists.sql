-- One row per area and day of past_listed: its spaces, and what an hour cost by the posted prices,
-- in the currency of most. The price is the mean of the middle half, by weight, without prices
-- below a fifth of the first quartile or above five times the third. Among four operators the mean
-- stays where those without the largest have their middle half.
-- only with rows of: past_listed
create or replace temp table past_lists as
with ranked as (
  select *, sum(weight) over (area order by list_hourly) as upto, sum(weight) over area as total
  from past_listed_prices
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
    select *, if(part is null, 1, greatest(0.5, 0.75 * (1 - part))) as high from votes
  )
  group by all
)
select
  livemode, country, cell, day, space_count, currency,
  floor(greatest(least_minor, least(most_minor, mean)) + 0.500001)::bigint as list_minor
from (
  select
    livemode, country, cell, day, sum(weight)::bigint as space_count,
    any_value(area_currency) as currency
  from past_listed
  group by all
) left join means using (livemode, country, cell, day);
