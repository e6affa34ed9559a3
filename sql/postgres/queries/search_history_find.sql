-- What may be told of the searches of the past in some areas of searches, month by month: one row
-- for each of them that has any.
-- :cells name the areas; :from_month and :to_month are first days of months.
select asked.cell::text, months.since_on::text, months.months
from unnest(:cells::bigint[]) as asked (cell)
-- By primary key for each area: otherwise the planner might read all months of all areas.
cross join lateral (
  select
    min(since_on) as since_on,
    json_agg(json_build_object(
      'month', month, 'search_counts', search_counts, 'searcher_counts', searcher_counts,
      'told_days', told_days, 'space_count', space_count
    ) order by month) as months
  from marts.search_history as known
  where known.livemode = :livemode and known.cell = asked.cell
    and known.month between :from_month::date and :to_month::date
  offset 0
) as months
where months.months is not null;
