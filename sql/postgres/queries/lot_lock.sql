-- One lot as its operator may change it. Locked until the transaction ends: nothing else writes it,
-- and no stay or hold begins or ends on it.
-- Keeps its plan.
select
  lot_id, ref, name, slug, address, city, state, country, latitude, longitude, cell::text as cell,
  timezone, total_spaces, rate_id, rate_minor, rate_unit, currency, max_daily_minor,
  has_no_daily_max,
  billing_step_minutes, charge_text, is_capacity_estimated, area_m2, osm_tags, data_license,
  is_osm_export_allowed, lot_type,
  features, ev_spaces, accessible_spaces, av_spaces, opening_hours, max_height_cm, website, osm_id,
  duplicate_of, merged_into, status, is_listed, is_waiting, hold_others_pct, hold_each_pct,
  occupancy_thresholds, availability_shown, reports_inform_only, entry_instructions,
  is_overnight_allowed, space_labels, updated_at,
  now() as now, price_rules, scheduled_rates
from lots
where lot_id = :lot_id::uuid
  and operator_id = :operator_id
  and livemode = :livemode
  and deleted_at is null
for no key update;
