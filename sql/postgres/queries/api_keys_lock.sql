-- Locks a key, the keys it replaced and those that replaced it until the transaction ends, so that
-- charges to them wait for each other: a call with an old key may still be under way.
select key_id
from api_keys
where key_id = any(array(select key_line(:key_id)))
order by key_id
for no key update;
