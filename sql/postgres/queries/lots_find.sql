-- One listed lot, open or closed, as the world of `livemode` sees it.
-- $1 lot_id
-- $2 livemode
select
  now() as as_of, lot_id, name, slug, address, city, state, country, latitude, longitude, timezone,
  total_spaces, taken_spaces, rate_minor, rate_unit, currency, max_daily_minor, lot_type, features,
  ev_spaces, accessible_spaces, av_spaces, opening_hours, max_height_cm, status, website, osm_id,
  updated_at
from lots
where lot_id = $1::uuid
  and livemode = $2
  and is_listed
  and deleted_at is null;
