-- The hours of the week of some areas, and of some areas of searches, as published.
-- :countries and :cells name the areas, in the same order.
-- Keeps its plan.
with areas as (
  select asked.country, asked.cell::text, occupied_pcts
  from unnest((select :countries::text[]), (select :cells::bigint[])) as asked (country, cell)
  -- `offset 0` makes the planner look each area up by its key.
  cross join lateral (
    select occupied_pcts from marts.area_weeks as one
    where one.livemode = :livemode and one.country = asked.country and one.cell = asked.cell
    offset 0
  ) as week
),
search_areas as (
  select asked.cell::text, search_counts, unmet_counts, agent_counts
  from unnest((select :search_cells::bigint[])) as asked (cell)
  cross join lateral (
    select * from marts.search_weeks as one
    where one.livemode = :livemode and one.cell = asked.cell
    offset 0
  ) as week
)
select
  (select coalesce(json_agg(areas), '[]') from areas) as areas,
  (select coalesce(json_agg(search_areas), '[]') from search_areas) as search_areas;
