-- One row per area of searches and day of searched_days that may be disclosed: how many searches
-- were made on it, and by how many callers, or on the told_days days that are disclosed together.
-- Only days on which three callers searched in one place are disclosed, as in told_searches: from
-- ten searches on by themselves, else together with other such days of the week or month when that
-- is over.
-- only with rows of: searched_days
create or replace temp table told_search_days as
with searched as (
  select *, day - isodow(day)::integer + 1 as monday from searched_days where has_crowd
),
by_day as (
  from searched where search_count >= 10
),
of_weeks as (
  from searched anti join by_day using (livemode, cell, day)
),
by_week as (
  select
    livemode, cell, month, monday, sum(search_count)::bigint as search_count,
    sum(searcher_count)::bigint as searcher_count, count(*)::integer as told_days
  from of_weeks
  where least(monday + 7, (month + interval 1 month)::date) <= $as_of::timestamptz::date
  group by all
  having sum(search_count) >= 10
),
of_months as (
  from of_weeks anti join by_week using (livemode, cell, month, monday)
),
by_month as (
  select
    livemode, cell, month, sum(search_count)::bigint as search_count,
    sum(searcher_count)::bigint as searcher_count, count(*)::integer as told_days
  from of_months
  where (month + interval 1 month)::date <= $as_of::timestamptz::date
  group by all
  having sum(search_count) >= 10
),
told as (
  select livemode, cell, month, day, search_count, searcher_count, 1 as told_days from by_day
  union all
  select livemode, cell, month, day, by_week.search_count, by_week.searcher_count, told_days
  from of_weeks join by_week using (livemode, cell, month, monday)
  union all
  select livemode, cell, month, day, by_month.search_count, by_month.searcher_count, told_days
  from of_months join by_month using (livemode, cell, month)
)
select * replace (
  two_digits(search_count) as search_count, two_digits(searcher_count) as searcher_count
)
from told;
