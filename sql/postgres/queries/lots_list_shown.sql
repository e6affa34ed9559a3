-- The given lots of one world that may be on the map, with all that feeds show of them. Lots that
-- are not listed or not active are left out. `reported_at` is of a count of the vehicles that is
-- not older than 15 minutes.
select
  lot_id, name, slug, address, city, state, country, latitude, longitude, timezone, total_spaces,
  is_capacity_estimated, area_m2, rate_id, rate_minor, rate_unit, billing_step_minutes,
  charge_text, currency, max_daily_minor, has_no_daily_max, lot_type, features, ev_spaces,
  accessible_spaces, av_spaces, opening_hours, is_overnight_allowed, max_height_cm, status,
  website, osm_id, duplicate_of,
  data_license, is_osm_export_allowed, availability_shown, created_at, updated_at,
  case when reported_at > now() - interval '15 minutes' then reported_at end as reported_at,
  occupied_spaces(lots, now()) as occupied_spaces
from unnest(:lot_ids::uuid[]) as given (lot_id)
join lots using (lot_id)
where livemode = :livemode
  and deleted_at is null
  and is_listed
  and status = 'active';
