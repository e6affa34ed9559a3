-- What an event says of a lot follows the API, which shows both to the operator now.
create or replace function shown_lot(lot lots) returns jsonb language sql stable parallel safe
return jsonb_build_object(
  'name', lot.name, 'slug', lot.slug, 'ref', lot.ref, 'address', lot.address, 'city', lot.city,
  'state', lot.state, 'country', lot.country, 'lat', lot.latitude, 'lng', lot.longitude,
  'timezone', lot.timezone, 'total_spaces', lot.total_spaces,
  'is_capacity_estimated', lot.is_capacity_estimated, 'area_m2', lot.area_m2,
  'currency', lot.currency,
  'charge_text', case when lot_tariff(lot) is null then lot.charge_text end,
  'rate_id', lot.rate_id, 'dynamic', shown_rules(lot.price_rules, lot.currency),
  'scheduled', shown_scheduled(lot.scheduled_rates, lot.currency),
  'lot_type', coalesce(lot.lot_type, 'surface'), 'is_lot_type_stated', lot.lot_type is not null,
  'features', lot.features,
  'spaces', jsonb_build_object(
    'ev', lot.ev_spaces, 'accessible', lot.accessible_spaces, 'av', lot.av_spaces),
  'opening_hours', lot.opening_hours, 'overnight', lot.is_overnight_allowed,
  'max_height_cm', lot.max_height_cm, 'status', lot.status, 'website', lot.website,
  'osm_id', lot.osm_id, 'osm_tags', lot.osm_tags, 'data_license', lot.data_license,
  'is_osm_export_allowed', lot.is_osm_export_allowed, 'is_listed', lot.is_listed,
  'hold_limits', jsonb_build_object(
    'others_pct', lot.hold_others_pct, 'each_pct', lot.hold_each_pct),
  'occupancy_thresholds', lot.occupancy_thresholds,
  'availability_shown', lot.availability_shown, 'reports_inform_only', lot.reports_inform_only,
  'possible_duplicate_of', lot.duplicate_of, 'merged_into', lot.merged_into,
  'deleted_at', instant_text(lot.deleted_at)) || shown_rate(lot_tariff(lot), lot.currency);
