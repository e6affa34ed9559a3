-- Months of areas of searches with a list that has not one value for each day; with searches that
-- are disclosed of fewer than ten; or with days that are disclosed together with more days than the
-- month has.
with months as (
  select *, day(last_day(month)) as day_count from search_history where not is_gone
),
days as (
  select
    livemode, cell, month, day_count, unnest(search_counts) as search_count,
    unnest(searcher_counts) as searcher_count, unnest(told_days) as told_days
  from months
),
wrong as (
  select livemode, cell, month from months
  where len(search_counts) <> day_count or len(searcher_counts) <> day_count
    or len(told_days) <> day_count or space_count < 0
  union
  select livemode, cell, month from days
  where search_count < 10 or searcher_count < 0
    or (told_days is null) <> (search_count is null)
    or (searcher_count is not null and search_count is null)
    or told_days not between 1 and day_count
)
select * from wrong;
