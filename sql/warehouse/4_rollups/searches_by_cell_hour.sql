-- One row per mode, cell and hour; adds the searches of the batches ($from, $through].
merge into searches_by_cell_hour as total
using (
  with searches as (
    select *, is_counted(is_keyed, caller_ordinal) as is_counted
    from fct_searches where batch > $from and batch <= $through
  ),
  added as (
    select
      livemode, cell, hour_of(searched_at) as hour_at,
      min(cell_latitude) as cell_latitude,
      min(cell_longitude) as cell_longitude,
      count(*) filter (is_counted) as search_count,
      count(*) filter (
        is_counted and kind in ('search', 'availability') and available_lot_count = 0)
        as unmet_count,
      count(*) filter (is_counted and agent_platform is not null) as agent_count,
      count(operator_ordinal) as operator_search_count,
      count(network_ordinal) as network_search_count,
      count(*) filter (caller_ordinal = 1 and is_keyed) as operator_count,
      count(*) filter (caller_ordinal = 1 and not is_keyed) as network_count
    from searches
    group by all
  )
  select * from added
) as added
using (livemode, cell, hour_at)
when matched then update set
  search_count = total.search_count + added.search_count,
  unmet_count = total.unmet_count + added.unmet_count,
  agent_count = total.agent_count + added.agent_count,
  operator_search_count = total.operator_search_count + added.operator_search_count,
  network_search_count = total.network_search_count + added.network_search_count,
  operator_count = total.operator_count + added.operator_count,
  network_count = total.network_count + added.network_count
when not matched then insert by name;
