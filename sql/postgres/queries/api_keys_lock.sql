-- Locks a key and the keys it replaced until the transaction ends, so that charges to them wait for
-- each other: a call with an old key may still be under way.
with recursive line as (
  select :key_id::text as key_id
  union all
  select rotated_from from line join api_keys using (key_id) where rotated_from is not null
)
select key_id
from api_keys
where key_id in (select key_id from line)
order by key_id
for no key update;
