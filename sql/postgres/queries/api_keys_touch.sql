-- Stores when keys were last used, as a best effort: rows that another process is writing are
-- skipped, so that two processes never wait for each other.
-- :used_at has one instant per key, in the order of :key_ids.
with used as (
  select key_id, used_at
  from unnest(:key_ids::text[], :used_at::timestamptz[]) as u (key_id, used_at)
), free as (
  select key_id from api_keys where key_id in (select key_id from used)
  for no key update skip locked
)
update api_keys k
set last_used_at = greatest(k.last_used_at, used.used_at)
from used
join free using (key_id)
where k.key_id = used.key_id;
