-- Cells of resolution 5 to 8 in which something is not the sum of what their children have.
with cells as (
  from hexes where not is_gone
),
parents as (
  select
    livemode, cell, lot_count, space_count, occupied_minutes, known_minutes, measured_minutes,
    search_count, unmet_count, agent_count
  from cells
  where cell_resolution(cell) < 9
),
children as (
  select
    livemode, cell_parent(cell, cell_resolution(cell) - 1) as cell,
    sum(lot_count)::integer as lot_count,
    sum(space_count)::bigint as space_count,
    sum(occupied_minutes)::bigint as occupied_minutes,
    sum(known_minutes)::bigint as known_minutes,
    sum(measured_minutes)::bigint as measured_minutes,
    sum(search_count)::bigint as search_count,
    sum(unmet_count)::bigint as unmet_count,
    sum(agent_count)::bigint as agent_count
  from cells
  where cell_resolution(cell) > 5
  group by all
),
differing as (
  (from parents except from children) union all (from children except from parents)
)
select * from differing;
