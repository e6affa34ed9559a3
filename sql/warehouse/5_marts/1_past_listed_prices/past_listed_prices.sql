-- One row per area, day and price of past_listed, in the currency of most: its weight, by spaces,
-- and the part of all weight that the heaviest operator has, null with fewer than four. Of four
-- none has more than a quarter. Three of four must have a price, a third each, and lots with a
-- price half of the spaces; else the day has no rows.
-- only with rows of: past_listed
create or replace temp table past_listed_prices as
with posted as (
  from past_listed where currency = area_currency and is_listed and weight > 0
),
operators as (
  select
    livemode, country, cell, day, operator_id, sum(weight) as space_weight,
    coalesce(sum(weight) filter (list_hourly is not null), 0)::hugeint as weight
  from posted
  group by all
),
caps as (
  select
    livemode, country, cell, day,
    case
      when count(*) < 4 then null
      when count(*) filter (weight > 0) = 3 then 6 * min(weight) filter (weight > 0)
      else weight_cap(max(weight, 3), sum(weight))
    end as most,
    if(count(*) < 4, null, weight_cap(max(space_weight, 3), sum(space_weight))) as most_spaces
  from operators
  group by all
  having count(*) < 4 or count(*) filter (weight > 0) >= 3
),
known as (
  select livemode, country, cell, day, most
  from (
    select *, least(6 * space_weight, coalesce(most_spaces, 6 * space_weight)) as spaces
    from operators join caps using (livemode, country, cell, day)
  )
  group by all
  having 2 * sum(spaces::double * weight / space_weight) >= sum(spaces)::double * (1 - 1e-9)
),
bounded as (
  select
    livemode, country, cell, day, operator_id, weight,
    1_000 * least(6 * weight, coalesce(most, 6 * weight)) as bounded,
    if(most is null, null, max(bounded) over area / sum(bounded) over area) as part
  from operators join known using (livemode, country, cell, day)
  where weight > 0
  window area as (partition by livemode, country, cell, day)
)
select
  livemode, country, cell, day, list_hourly, any_value(part) as part,
  sum(bounded * posted.weight // bounded.weight)::hugeint as weight
from posted join bounded using (livemode, country, cell, day, operator_id)
where list_hourly is not null
group by all;
