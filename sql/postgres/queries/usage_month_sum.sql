-- What a key and the keys it replaced have spent in this calendar month (UTC).
with recursive line as (
  select :key_id::text as key_id
  union all
  select rotated_from from line join api_keys using (key_id) where rotated_from is not null
)
select coalesce(sum(cost_cents), 0)::bigint as spent_cents
from line
join usage using (key_id)
where at >= date_trunc('month', now(), 'UTC');
