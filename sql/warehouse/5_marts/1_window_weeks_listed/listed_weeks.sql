-- One row per world and cell of resolution 5 and 6 in stale_weeks: the figures of hours_of_week as
-- lists of 168 numbers. A cell of resolution 5 has what its children have together. Apart from
-- hex_weeks, because to gather the lists and to compare them would need twice the memory at once.
create or replace temp table listed_weeks as
with parents as (
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
)
select
  livemode, cell,
  list_transform(slots, lambda slot: slot.searches) as search_counts,
  list_transform(slots, lambda slot: slot.unmet) as unmet_counts,
  list_transform(slots, lambda slot: slot.agents) as agent_counts,
  list_transform(slots, lambda slot: slot.occupied) as occupied_seconds,
  list_transform(slots, lambda slot: slot.known) as known_seconds,
  list_transform(slots, lambda slot: slot.measured) as measured_seconds
from lists;
