-- Makes charges to one key, and to those it took the place of, wait for each other until the
-- transaction ends: a call with the old key may still be under way.
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
