-- Listed lots within a great-circle distance that have spaces which are free during the whole of a
-- window and which the caller's operator may hold. Lots for self-driving vehicles come first where
-- they are preferred, then the nearest. Listed are the first :row_limit of all lots, and as many by
-- their place among the lots of their operator: otherwise somebody with many lots that are closed,
-- or that nobody may hold, would keep all others out of sight. The boxes only choose candidates by
-- index; the haversine distance decides.
-- :box_beyond is the part past the antimeridian; null where there is none. :from_at is null for
-- now. :max_height_cm is the vehicle's height; it and :lot_types are null for any. :space_count is
-- how many spaces one lot must have free. :operator_id is the caller's, which
-- sees how full its own lots are.
with near as (
  select lot_id, great_circle_m(latitude, longitude, :latitude, :longitude) as distance_m
  from (values (:box::box), (:box_beyond::box)) as area (part)
  join lots on lots.position <@ area.part
  where deleted_at is null
    and is_listed
    and status = 'active'
    and livemode = :livemode
    and total_spaces is not null
    and (tariff is not null or scheduled_rates <> '[]')
    and features @> :features::text[]
    and (:lot_types::text[] is null or lot_type = any(:lot_types))
    and (:max_height_cm::integer is null or coalesce(max_height_cm >= :max_height_cm, true))
),
-- When all current claims fit beside this one, at which time each applies need not be computed.
free as (
  select
    lot_id,
    distance_m,
    least(
      total_spaces - case
        when taken_spaces + held_spaces + :space_count <= total_spaces
        then taken_spaces + held_spaces
        else spaces_needed(lot_id, now(), from_at, :to_at::timestamptz)
      end,
      free_by_count(lots, from_at)
    ) as space_count
  from near
  join lots using (lot_id)
  cross join (select greatest(:from_at::timestamptz, now()) as from_at) as stay
  where distance_m <= :radius_m::float8
),
ranked as (
  select
    free.lot_id, distance_m, free.space_count, operator_id,
    row_number() over (
      order by (:prefers_av::boolean and 'av' = any(features)) desc, distance_m, free.lot_id
    ) as place
  from free
  join lots using (lot_id)
  where free.space_count >= :space_count
),
nearest as (
  select lot_id, distance_m, space_count
  from (
    select ranked.*, row_number() over (partition by operator_id order by place) as own_place
    from ranked
  ) as one
  order by place > :row_limit, own_place, place
  limit 2 * :row_limit
),
-- Only for the nearest, because the holds on each lot have to be added up.
holdable as (
  select
    lot_id, distance_m,
    least(space_count, spaces_holdable(lots, :operator_id, now())) as space_count
  from nearest
  join lots using (lot_id)
)
select
  now() as now, lot_id, name, latitude, longitude, timezone, country, state, opening_hours,
  is_overnight_allowed, lot_type, features, ev_spaces, accessible_spaces, av_spaces,
  max_height_cm, distance_m, holdable.space_count as free_spaces, rate_id, tariff, currency,
  price_rules, scheduled_rates, total_spaces,
  occupied_spaces(lots, now()) as occupied_spaces, surge_pct(lots) as surge_pct,
  case when operator_id = :operator_id then 'exact' else availability_shown end
    as availability_shown
from holdable
join lots using (lot_id)
where holdable.space_count >= :space_count
order by (:prefers_av::boolean and 'av' = any(features)) desc, distance_m, lot_id;
