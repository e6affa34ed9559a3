-- One row per area, figure and day of past_observed that may be disclosed, with the first of the
-- days disclosed together with it (told_on). A day that keeps the floor is disclosed by itself. The
-- other days of a week that is over are disclosed together if they keep it together, and else the
-- days of a month that is over which are left. A week ends with its month. So each day is in one
-- figure at most, no sum of disclosed days can be subtracted from another, and nothing is
-- disclosed again because time passes.
-- memory_kib: (select count(*) from past_observed) // 8
-- only with rows of: past_observed
create or replace temp table told_past as
with observed as (
  select
    *, date_trunc('month', day)::date as month, day - isodow(day)::integer + 1 as monday
  from past_observed
  where in_part((livemode, country, cell, figure, date_trunc('month', day)), $part, $parts)
),
by_day as (
  select livemode, country, cell, figure, day
  from observed
  group by all
  having may_be_told(
    count(distinct operator_id), sum(observed), count(distinct vehicle),
    count(distinct operator_id) filter (vehicle is null and observed > 0))
),
of_weeks as (
  from observed anti join by_day using (livemode, country, cell, figure, day)
),
by_week as (
  select livemode, country, cell, figure, month, monday
  from of_weeks
  where least(monday + 7, (month + interval 1 month)::date) <= $as_of::timestamptz::date
  group by all
  having may_be_told(
    count(distinct operator_id), sum(observed), count(distinct vehicle),
    count(distinct operator_id) filter (vehicle is null and observed > 0))
),
of_months as (
  from of_weeks anti join by_week using (livemode, country, cell, figure, month, monday)
),
by_month as (
  select livemode, country, cell, figure, month
  from of_months
  where (month + interval 1 month)::date <= $as_of::timestamptz::date
  group by all
  having may_be_told(
    count(distinct operator_id), sum(observed), count(distinct vehicle),
    count(distinct operator_id) filter (vehicle is null and observed > 0))
),
told as (
  select livemode, country, cell, figure, day, day as told_on from by_day
  union all
  select
    livemode, country, cell, figure, day,
    min(day) over (partition by livemode, country, cell, figure, month, monday)
  from (select distinct livemode, country, cell, figure, day, month, monday from of_weeks)
    semi join by_week using (livemode, country, cell, figure, month, monday)
  union all
  select
    livemode, country, cell, figure, day,
    min(day) over (partition by livemode, country, cell, figure, month)
  from (select distinct livemode, country, cell, figure, day, month from of_months)
    semi join by_month using (livemode, country, cell, figure, month)
)
select *, figure || ' since ' || told_on as name from told;
