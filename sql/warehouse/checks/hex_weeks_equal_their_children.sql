-- Cells of resolution 5 in which something is not the sum of what their children have, in all hours
-- of the week together: those with rows that are not published yet.
with changed as (
  select distinct livemode, cell_parent(cell, 5) as cell
  from hex_weeks
  where build > (select published_build from warehouse_state)
),
cells as (
  select
    livemode, cell,
    search_counts[169] as searches,
    unmet_counts[169] as unmet,
    agent_counts[169] as agents,
    occupied_seconds[169] as occupied,
    known_seconds[169] as known,
    measured_seconds[169] as measured
  from hex_weeks
  where not is_gone and (livemode, cell_parent(cell, 5)) in (from changed)
),
parents as (
  from cells where cell_resolution(cell) = 5
),
children as (
  select
    livemode, cell_parent(cell, 5) as cell,
    sum(searches)::bigint as searches,
    sum(unmet)::bigint as unmet,
    sum(agents)::bigint as agents,
    sum(occupied)::bigint as occupied,
    sum(known)::bigint as known,
    sum(measured)::bigint as measured
  from cells
  where cell_resolution(cell) = 6
  group by all
),
differing as (
  (from parents except from children) union all (from children except from parents)
)
select * from differing;
