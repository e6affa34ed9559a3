-- Rows of agent_demand with more of something than there can be.
select *
from agent_demand
where not is_gone and (
  query_count < 1 or search_count > space_query_count or space_query_count > query_count
    or unmet_count > space_query_count or unmet_count < 0
    or (dimension <> 'all' and conversion_count <> 0)
);
