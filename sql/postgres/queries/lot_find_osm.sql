-- One listed lot, open or closed, of the world of :livemode, with what OpenStreetMap tags can say.
-- :owner_id is the operator that also sees its own unlisted lots; null for none.
select
  now() as now, lot_id, export_number, lots.name, address, city, state, country, latitude,
  longitude, total_spaces, is_capacity_estimated, rate_id, rate_minor, rate_unit,
  billing_step_minutes, max_daily_minor, price_rules, scheduled_rates, currency, lot_type,
  features, ev_spaces, accessible_spaces, av_spaces, opening_hours, max_height_cm, website, ref,
  osm_id, osm_tags, is_listed, data_license, is_osm_export_allowed,
  operators.name as operator_name, operator_id is not distinct from :owner_id as is_own
from lots
join operators using (operator_id)
where lot_id = :lot_id::uuid
  and livemode = :livemode
  and (is_listed or operator_id = :owner_id)
  and deleted_at is null;
