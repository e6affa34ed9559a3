-- Listed lots within a great-circle distance with spaces that are free during the whole of a window
-- and that the caller's operator may hold; those for self-driving vehicles first where they are
-- preferred, nearest first. The boxes only choose candidates by index; the haversine distance
-- decides.
-- $1 livemode
-- $2 box
-- $3 box_beyond  the part past the antimeridian; null: none
-- $4 latitude
-- $5 longitude
-- $6 radius_m
-- $7 features
-- $8 max_height_cm  of the vehicle; null: any
-- $9 from_at  null: now
-- $10 to_at
-- $11 space_count  that one lot must have free
-- $12 prefers_av
-- $13 operator_id  of the caller
-- $14 row_limit
-- $15 lot_types  null: any
with near as (
  select lot_id, great_circle_m(latitude, longitude, $4, $5) as distance_m
  from (values ($2::box), ($3::box)) as area (part)
  join lots on lots.position <@ area.part
  where deleted_at is null
    and is_listed
    and status = 'active'
    and livemode = $1
    and (rate_minor is not null or scheduled_rates <> '[]')
    and features @> $7::text[]
    and ($15::text[] is null or lot_type = any($15))
    and ($8::integer is null or coalesce(max_height_cm >= $8, true))
),
-- Where all claims ever made fit beside this one, there is no need to look when each applies.
free as (
  select
    lot_id,
    distance_m,
    total_spaces - case
      when taken_spaces + held_spaces + $11 <= total_spaces then taken_spaces + held_spaces
      else spaces_needed(lot_id, now(), coalesce($9::timestamptz, now()), $10::timestamptz)
    end as space_count
  from near
  join lots using (lot_id)
  where distance_m <= $6::float8
),
nearest as (
  select free.lot_id, distance_m, free.space_count
  from free
  join lots using (lot_id)
  where free.space_count >= $11
  order by ($12::boolean and 'av' = any(features)) desc, distance_m, lot_id
  limit $14
),
-- For those only: what is held on each has to be added up.
holdable as (
  select lot_id, distance_m, least(space_count, spaces_holdable(lots, $13, now())) as space_count
  from nearest
  join lots using (lot_id)
)
select
  now() as now, lot_id, name, latitude, longitude, timezone, country, state, opening_hours,
  is_overnight_allowed, lot_type, features, ev_spaces, accessible_spaces, av_spaces,
  max_height_cm, distance_m, holdable.space_count as free_spaces, rate_id, rate_minor, rate_unit,
  currency, max_daily_minor, price_rules, scheduled_rates, total_spaces,
  occupied_spaces(lots, now()) as occupied_spaces, surge_pct(lots) as surge_pct
from holdable
join lots using (lot_id)
where holdable.space_count >= $11
order by ($12::boolean and 'av' = any(features)) desc, distance_m, lot_id;
