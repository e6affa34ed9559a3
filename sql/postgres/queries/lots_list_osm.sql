-- The given lots of one world that may be put into OpenStreetMap, with what its tags can say. Lots
-- that are not listed or not active are left out.
select
  lot_id, export_number, lots.name, address, city, state, country, latitude, longitude,
  total_spaces, is_capacity_estimated, rate_minor, rate_unit, billing_step_minutes, max_daily_minor,
  currency, lot_type, features, ev_spaces, accessible_spaces, av_spaces, opening_hours,
  max_height_cm, website, ref, osm_id, osm_tags, is_listed, operators.name as operator_name
from unnest(:lot_ids::uuid[]) as given (lot_id)
join lots using (lot_id)
join operators using (operator_id)
where livemode = :livemode
  and deleted_at is null
  and is_listed
  and status = 'active'
  and is_osm_export_allowed;
