-- The listed lots that have one of these names.
-- :names are written as slugs.
select
  lot_id, ref, name, name_slug(name) as name_slug, address, city, state, latitude, longitude,
  timezone
from lots
where name_slug(name) = any(:names::text[])
  and livemode = :livemode
  and is_listed
  and deleted_at is null
order by lot_id
limit :row_limit;
