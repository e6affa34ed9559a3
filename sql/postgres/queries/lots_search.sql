-- One page of the listed lots within a great-circle distance, with totals over all pages. The boxes
-- only choose candidates by index; the haversine distance decides. There is always one row: without
-- a lot in it when the page is empty.
-- $1 livemode
-- $2 box
-- $3 box_beyond  the part past the antimeridian; null: none
-- $4 latitude
-- $5 longitude
-- $6 radius_m
-- $7 features
-- $8 max_height_cm  of the vehicle; null: any
-- $9 max_rate  currency units for the first hour; null: any
-- $10 currency_digits  JSON object of the currencies whose minor unit is not a hundredth
-- $11 is_available
-- $12 open_schedules  null: open or not
-- $13 sort
-- $14 after_key  null: the first page
-- $15 after_lot_id
-- $16 row_limit
with candidate as (
  select
    lot_id,
    greatest(0, total_spaces - occupied_spaces(lots, now())) as available,
    great_circle_m(latitude, longitude, $4, $5) as distance_m,
    case when rate_unit = 'hour' then least(rate_minor, max_daily_minor) else rate_minor end
      / 10::float8 ^ coalesce(($10::jsonb -> currency)::integer, 2) as first_hour
  from (values ($2::box), ($3::box)) as area (part)
  join lots on lots.position <@ area.part
  where deleted_at is null
    and is_listed
    and status = 'active'
    and livemode = $1
    and features @> $7::text[]
    and ($8::integer is null or coalesce(max_height_cm >= $8, true))
    and (not $11::boolean or occupied_spaces(lots, now()) < total_spaces)
    and ($12::text[] is null or opening_hours is null
      or json_build_array(opening_hours, timezone, country, state)::text = any($12))
),
found as (
  select
    lot_id,
    available,
    distance_m,
    case $13
      when 'price' then coalesce(first_hour, 'Infinity')
      when 'availability' then -available
      else distance_m
    end as sort_key
  from candidate
  where distance_m <= $6::float8
    and ($9::float8 is null or first_hour <= $9)
),
page as (
  select lot_id, distance_m, sort_key
  from found
  where $14::float8 is null or (sort_key, lot_id) > ($14, $15::uuid)
  order by sort_key, lot_id
  limit $16
),
total as (
  select
    count(*)::integer as found_count,
    count(*) filter (where available > 0)::integer as available_count,
    min(distance_m) as nearest_m
  from found
)
select
  now() as now, total.*, page.distance_m, page.sort_key, page.lot_id, operator_id, name, slug,
  address, city, state, country, latitude, longitude, timezone, total_spaces,
  occupied_spaces(lots, now()) as occupied_spaces, rate_minor, rate_unit, currency,
  max_daily_minor, rate_id, price_rules, scheduled_rates,
  surge_pct(lots) as surge_pct, lot_type, features, ev_spaces,
  accessible_spaces, av_spaces, opening_hours, max_height_cm, status, website, osm_id,
  reported_at > now() - interval '15 minutes' as is_reported, updated_at
from total
left join page on true
left join lots on lots.lot_id = page.lot_id
order by page.sort_key, page.lot_id;
