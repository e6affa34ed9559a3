-- One row per lot and day of past_lots that is listed or strong: its weight, which is its spaces
-- (at most 500; unknown ones as the median), what an hour cost by what it posted, if it was listed,
-- and the currency of most prices of its area in that month.
-- memory_kib: (select count(*) from past_lots) // 4
-- only with rows of: past_lots
create or replace temp table past_listed as
with counting as (
  select *, day - isodow(day)::integer + 1 as monday from past_lots
  where in_part((livemode, country, cell, month), $part, $parts)
),
listed as (
  select
    livemode, country, cell, month, day, operator_id, currency, is_listed,
    if(is_listed, list_hourly, null) as list_hourly,
    least(coalesce(
      space_count,
      quantile_disc(space_count, 0.5) over (partition by livemode, country, cell, day),
      1
    ), 500)::hugeint as weight
  from counting left join strong_weeks using (lot_id, monday)
  where is_listed or is_stayed is not null
),
currencies as (
  select
    livemode, country, cell, month, first(currency order by days desc, currency) as area_currency
  from (
    select livemode, country, cell, month, currency, count(*) as days
    from listed where list_hourly is not null group by all
  )
  group by all
)
from listed left join currencies using (livemode, country, cell, month);
