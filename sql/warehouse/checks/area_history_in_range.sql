-- Months of areas with a list that has not one value for each day; with a share that is not of 0 to
-- 100 percent, payments that are not of half to twice the list, or a price below 0; with stays that
-- are disclosed of fewer than 30, or of days whose occupancy is not disclosed; or with days that
-- are disclosed together with more days than the month has.
with months as (
  select *, day(last_day(month)) as day_count from area_history where not is_gone
),
days as (
  select
    * exclude (occupied_pcts, stay_counts, told_days, paid_pcts, list_minors, space_counts),
    unnest(occupied_pcts) as occupied_pct, unnest(stay_counts) as stay_count,
    unnest(told_days) as told_days, unnest(paid_pcts) as paid_pct,
    unnest(list_minors) as list_minor, unnest(space_counts) as space_count
  from months
),
wrong as (
  select livemode, country, cell, month from months
  where len(occupied_pcts) <> day_count or len(stay_counts) <> day_count
    or len(told_days) <> day_count or len(paid_pcts) <> day_count
    or len(list_minors) <> day_count or len(space_counts) <> day_count
  union
  select livemode, country, cell, month from days
  where occupied_pct not between 0 and 100 or paid_pct not between 50 and 200
    or list_minor < 0 or space_count < 0
    or stay_count < 30 or (stay_count is not null and occupied_pct is null)
    or (told_days is null) <> (occupied_pct is null)
    or told_days not between 1 and day_count
)
select * from wrong;
