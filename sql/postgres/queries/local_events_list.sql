-- The local events of all operators, in both modes, that overlap [from_at, to_at), by their start.
-- felt_m: how far each is felt, at most its radius and at most :space_reach_m metres times the root
-- of the spaces of its operator's lots within :near_m metres that are listed and active. Of one lot
-- at most :lot_spaces_max count, and one where their number is not known. Without such a lot
-- nothing is felt, and the event is left out.
-- The lots of a cell of resolution 7 (about 5 km2) count together, from the point of the box around
-- them that is nearest: thousands of lots and events of one operator are few distances.
-- :boxes are the parts of the Earth in which events are listed; null: everywhere.
with found as materialized (
  select *
  from local_events
  where tstzrange(starts_at, ends_at) && tstzrange(:from_at, :to_at)
    and deleted_at is null
    and (:boxes::text[] is null or point(longitude, latitude) <@ any(:boxes::text[]::box[]))
),
vouching as materialized (
  select
    operator_id, livemode,
    min(latitude) as south, max(latitude) as north, min(longitude) as west, max(longitude) as east,
    sum(least(coalesce(total_spaces, 1), :lot_spaces_max::integer)) as space_count
  from lots
  where (operator_id, livemode) in (select operator_id, livemode from found)
    and deleted_at is null
    and is_listed
    and status = 'active'
  group by operator_id, livemode, cell_parent(cell, 7)
),
-- Many events are at few places.
standing as (
  select place.*, sum(space_count)::float8 as space_count
  from (select distinct operator_id, livemode, latitude, longitude from found) as place
  join vouching using (operator_id, livemode)
  where great_circle_m(latitude, longitude, greatest(south, least(north, latitude)),
    greatest(west, least(east, longitude))) <= :near_m::float8
  group by operator_id, livemode, latitude, longitude
)
select
  operator_id, livemode, name, type, impact, starts_at, ends_at, latitude, longitude, created_at,
  least(radius_m, :space_reach_m::float8 * sqrt(space_count)) as felt_m
from found join standing using (operator_id, livemode, latitude, longitude)
where space_count > 0
order by starts_at, event_id;
