-- One row per mode, cell of resolution 8 and hour (UTC) with searches in the 28 whole days before
-- the day of $as_of. operator_count and network_count: whose first search of the day there it was.
-- None while searches are as in the last build.
-- only with rows of: stale_searches
create or replace temp table searched_hours as
select
  livemode, cell_parent(cell, 8) as place, day_of(hour_at) as day,
  date_part('hour', hour_at)::integer as hour,
  sum(search_count)::bigint as search_count,
  sum(unmet_count)::bigint as unmet_count,
  sum(agent_count)::bigint as agent_count,
  sum(operator_count)::bigint as operator_count,
  sum(network_count)::bigint as network_count
from searches_by_cell_hour
where hour_at >= date_trunc('day', $as_of::timestamptz) - interval 28 days
  and hour_at < date_trunc('day', $as_of::timestamptz)
  and (select is_searched from stale_searches)
group by all;
