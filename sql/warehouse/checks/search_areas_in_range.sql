-- Areas of searches with more of something than there can be, told of fewer than three searches or
-- in part only, or hours of the week that are too many, too few or below 0; and cells that are
-- areas of their own, and have no row.
with told as (
  from search_areas where not is_gone
),
wrong as (
  select livemode, cell
  from told
  where unmet_count > search_count or agent_count > search_count or search_count < 3
    or least(unmet_count, agent_count, searcher_count, searches_per_million) < 0
    or (search_count is null) <> (unmet_count is null)
    or (search_count is null) <> (agent_count is null)
    or (search_count is null) <> (searcher_count is null)
  union all
  select livemode, cell
  from search_weeks
  where not is_gone and (
    len(search_counts) <> 168 or len(unmet_counts) <> 168 or len(agent_counts) <> 168
      or list_min(search_counts) < 0 or list_min(unmet_counts) < 0 or list_min(agent_counts) < 0
      or 168 % pooled_hours <> 0
  )
  union all
  select livemode, cell
  from fct_area_cells anti join told using (livemode, cell)
  where kind = 'searches'
)
select * from wrong;
