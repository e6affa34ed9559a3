-- One row per area and figure of operator_voices with four operators, in whole
-- percent. All operators count alike. A share is where the pulls of all operators balance, and none
-- pulls as if it were more than 20 points away (the mean of Huber): where all are nearer, the mean.
-- It is approached in 60 steps. paid is their median, because one that differs should move no
-- price. In an area of public figures any number of operators is enough.
-- memory_kib: (select count(*) from operator_voices) // 8
-- only with rows of: operator_voices
create or replace temp table area_figures as
with voices as (
  select
    livemode, country, cell, pooled_hours, figure, list_sort(list(value::double)) as shares
  from operator_voices where in_part(cell, $part, $parts)
  group by livemode, country, cell, pooled_hours, figure
  having count(*) >= 4 or is_public_area(cell)
),
means as (
  select *, list_avg(shares) as mean, 200_000 as pull_max from voices
),
balanced as (
  select
    * exclude (shares, mean, pull_max), list_median(shares) as middle,
    if(
      mean - shares[1] <= pull_max and shares[-1] - mean <= pull_max,
      mean,
      list_reduce(
        list_prepend(mean, list_transform(range(60), lambda step: 0::double)),
        lambda share, step: share + list_avg(
          list_transform(shares, lambda one: greatest(-pull_max, least(pull_max, one - share)))
        )
      )
    ) as balance
  from means
)
select
  livemode, country, cell, pooled_hours, figure,
  floor(if(starts_with(figure, 'paid'), middle, balance) / 10_000 + 0.5 + 1e-6)::integer as pct
from balanced;
