-- One row per mode, city, local date and group; adds the queries of the batches ($from, $through].
merge into agent_queries_by_group as total
using (
  with queries as (
    from fct_searches
    where batch > $from and batch <= $through and agent_platform is not null and city_id is not null
      and is_counted(is_keyed, caller_ordinal)
  ),
  grouped as (
    select
      livemode, city_id, searched_on as on_day, kind, available_lot_count,
      unnest(['all', 'hour', 'platform', 'place', 'wanted_on']) as dimension,
      unnest([
        '', local_hour::varchar, agent_platform, cell_parent(cell, 8)::varchar, wanted_on::varchar
      ]) as label
    from queries
  ),
  added as (
    select
      livemode, city_id, on_day, dimension, label,
      count(*) as query_count,
      count(*) filter (kind = 'search') as search_count,
      count(*) filter (kind in ('search', 'availability')) as space_query_count,
      count(*) filter (kind in ('search', 'availability') and available_lot_count = 0)
        as unmet_count
    from grouped
    group by all
  )
  select * from added
) as added
using (livemode, city_id, on_day, dimension, label)
when matched then update set
  query_count = total.query_count + added.query_count,
  search_count = total.search_count + added.search_count,
  space_query_count = total.space_query_count + added.space_query_count,
  unmet_count = total.unmet_count + added.unmet_count
when not matched then insert by name;
