-- The listed lots whose name is one of these.
-- $1 livemode
-- $2 names  written as slugs
-- $3 row_limit
select
  lot_id, ref, name, name_slug(name) as name_slug, address, city, state, latitude, longitude,
  timezone
from lots
where name_slug(name) = any($2::text[])
  and livemode = $1
  and is_listed
  and deleted_at is null
order by lot_id
limit $3;
