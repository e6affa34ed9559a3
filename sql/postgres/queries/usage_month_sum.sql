-- What a key has spent in this calendar month (UTC).
-- $1 key_id
select coalesce(sum(cost_cents), 0)::bigint as spent_cents
from usage
where key_id = $1
  and at >= date_trunc('month', now(), 'UTC');
