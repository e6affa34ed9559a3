-- What callers are shown of some lots, beside what searches match and rank them by.
-- Keeps its plan.
select
  lot.lot_id, name, slug, address, city, is_capacity_estimated, area_m2, has_no_daily_max,
  charge_text, lot_type, ev_spaces, accessible_spaces, av_spaces, status, website, osm_id,
  data_license, is_osm_export_allowed, duplicate_of, updated_at
from unnest((select :lot_ids::uuid[])) as given (lot_id)
-- `offset 0` makes the planner look each lot up by its key, however many there are.
cross join lateral (select * from lots where lots.lot_id = given.lot_id offset 0) as lot;
