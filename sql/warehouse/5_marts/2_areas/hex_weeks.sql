-- One row per world and cell of resolution 5 and 6; writes those of stale_weeks that differ from
-- the last build. A cell has what its children have together.
merge into hex_weeks as mart
using (
  with crowds as (
    select livemode, label::bigint as cell, list(isodow(on_day)) as week_days
    from fct_search_crowds
    where dimension = 'cell' and on_day < $as_of::timestamptz::date
      and on_day >= $as_of::timestamptz::date - 28
    group by all
  ),
  kept as (
    select * exclude (is_gone, build)
    from hex_weeks semi join stale_weeks using (livemode, cell)
    where not is_gone
  ),
  parents as (
    select
      livemode, cell_parent(cell, 5) as cell, hour_of_week,
      sum(searches)::bigint as searches, sum(unmet)::bigint as unmet, sum(agents)::bigint as agents,
      sum(occupied)::bigint as occupied, sum(known)::bigint as known,
      sum(measured)::bigint as measured
    from hours_of_week
    group by all
  ),
  hours as (
    from parents
    union all by name
    from hours_of_week semi join stale_weeks using (livemode, cell)
  ),
  -- Sorting each list needs far less memory than ordered aggregates.
  lists as (
    select
      livemode, cell,
      list_sort(list(struct_pack(
        hour_of_week := hour_of_week, searches := searches, unmet := unmet, agents := agents,
        occupied := occupied, known := known, measured := measured))) as slots
    from hours
    group by all
  ),
  weeks as (
    select
      livemode, cell,
      list_transform(slots, lambda slot: slot.searches) as search_counts,
      list_transform(slots, lambda slot: slot.unmet) as unmet_counts,
      list_transform(slots, lambda slot: slot.agents) as agent_counts,
      list_transform(slots, lambda slot: slot.occupied) as occupied_seconds,
      list_transform(slots, lambda slot: slot.known) as known_seconds,
      list_transform(slots, lambda slot: slot.measured) as measured_seconds
    from lists
  ),
  judged as (
    select
      livemode, cell,
      list_append(search_counts, list_sum(search_counts)::bigint) as search_counts,
      list_append(unmet_counts, list_sum(unmet_counts)::bigint) as unmet_counts,
      list_append(agent_counts, list_sum(agent_counts)::bigint) as agent_counts,
      list_append(occupied_seconds, list_sum(occupied_seconds)::bigint) as occupied_seconds,
      list_append(known_seconds, list_sum(known_seconds)::bigint) as known_seconds,
      list_append(measured_seconds, list_sum(measured_seconds)::bigint) as measured_seconds,
      list_transform(
        range(1, 8), lambda day: coalesce(list_contains(week_days, day), false)
      ) as crowded_days
    from weeks left join crowds using (livemode, cell)
  ),
  written as (
    select *, false as is_gone from (from judged except from kept)
    union all
    select *, true as is_gone from kept anti join judged using (livemode, cell)
  )
  select *, $build::integer as build from written
) as written
using (livemode, cell)
when matched then update by name
when not matched then insert by name;
