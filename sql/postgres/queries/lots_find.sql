-- One listed lot, open or closed, of the world of :livemode.
-- :owner_id is the operator that also sees its own unlisted lots, and how full its lots are; null
-- for none.
-- Keeps its plan.
select
  now() as now, lot_id, operator_id, name, slug, address, city, state, country, latitude, longitude,
  timezone, total_spaces, occupied_spaces(lots, now()) as occupied_spaces, rate_minor, rate_unit,
  currency, max_daily_minor, has_no_daily_max, billing_step_minutes, charge_text,
  is_capacity_estimated, area_m2,
  data_license, is_osm_export_allowed, rate_id, price_rules, scheduled_rates,
  surge_pct(lots) as surge_pct, lot_type, features, ev_spaces, accessible_spaces, av_spaces,
  opening_hours, is_overnight_allowed, max_height_cm, status, website, osm_id,
  duplicate_of,
  reported_at > now() - interval '15 minutes' as is_reported, updated_at,
  case when operator_id = :owner_id then 'exact' else availability_shown end as availability_shown
from lots
where lots.lot_id = :lot_id::uuid
  and lots.livemode = :livemode
  and (is_listed or operator_id = :owner_id)
  and deleted_at is null;
