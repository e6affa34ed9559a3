-- The hours of the week of some areas, and of some areas of searches, as published.
-- :countries and :cells name the areas, in the same order.
with areas as (
  select country, cell::text, occupied_pcts
  from unnest(:countries::text[], :cells::bigint[]) as asked (country, cell)
  join marts.area_weeks using (country, cell)
  where livemode = :livemode
),
search_areas as (
  select cell::text, search_counts, unmet_counts, agent_counts
  from marts.search_weeks
  where livemode = :livemode and cell = any(:search_cells::bigint[])
)
select
  (select coalesce(json_agg(areas), '[]') from areas) as areas,
  (select coalesce(json_agg(search_areas), '[]') from search_areas) as search_areas;
