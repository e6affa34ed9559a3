-- What callers are shown of some lots, beside what searches match and rank them by.
select
  lot_id, name, slug, address, city, is_capacity_estimated, area_m2, has_no_daily_max, charge_text,
  lot_type, ev_spaces, accessible_spaces, av_spaces, status, website, osm_id, data_license,
  is_osm_export_allowed, duplicate_of, updated_at
from lots
where lot_id = any(:lot_ids::uuid[]);
