-- What may be told of the past of some areas, month by month: one row for each of them that has
-- any. Columns that are not asked for are null, so that only what an answer needs is sent.
-- :countries and :cells name the areas; :from_month and :to_month are first days of months.
-- :is_use, :is_price: whether what happened, and what was posted and paid, is asked for.
-- Keeps its plan.
select asked.country, asked.cell::text, months.since_on::text, months.months
from unnest((select :countries::text[]), (select :cells::bigint[])) as asked (country, cell)
-- By primary key for each area: otherwise the planner might read all months of all areas.
cross join lateral (
  select
    min(since_on) as since_on,
    json_agg(json_build_object(
      'month', month,
      'currency', currency,
      'occupied_pcts', case when :is_use then occupied_pcts end,
      'stay_counts', case when :is_use then stay_counts end,
      'told_days', case when :is_use then told_days end,
      'space_counts', case when :is_use then space_counts end,
      'paid_pcts', case when :is_price then paid_pcts end,
      'list_minors', case when :is_price then list_minors end
    ) order by month) as months
  from marts.area_history as known
  where known.livemode = :livemode and known.country = asked.country and known.cell = asked.cell
    and known.month between :from_month::date and :to_month::date
  offset 0
) as months
where months.months is not null;
