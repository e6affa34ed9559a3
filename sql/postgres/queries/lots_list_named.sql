-- The listed lots that have one of these slugs.
-- $1 livemode
-- $2 slugs
-- $3 row_limit
select lot_id, ref, name, slug, address, city, state, latitude, longitude, timezone
from lots
where slug = any($2::text[])
  and livemode = $1
  and is_listed
  and deleted_at is null
order by lot_id
limit $3;
