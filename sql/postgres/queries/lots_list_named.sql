-- For each key the listed lots whose names have it, in the order of their ids.
-- :keys are names without case, accents, spaces and signs. :row_limit is the limit of each key.
-- Keeps its plan.
select found.*
from unnest((select :keys::text[])) as asked (key)
cross join lateral (
  select
    lot_id, ref, name, name_slug(name) as name_slug, name_key(name) as name_key, address, city,
    state, latitude, longitude, timezone, tariff, currency
  from lots
  where name_key(name) = asked.key
    and livemode = :livemode
    and is_listed
    and deleted_at is null
  order by lot_id
  limit :row_limit
) as found
order by found.lot_id;
