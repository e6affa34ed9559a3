-- What a key, the keys it replaced and those that replaced it have spent in this calendar month
-- (UTC). A transaction that began in the old month counts in that month.
select
  coalesce(sum(cost_cents), 0)::bigint as spent_cents,
  to_char(now() at time zone 'UTC', 'YYYY-MM') as month
from usage
where key_id = any(array(select key_line(:key_id)))
  and at >= date_trunc('month', now(), 'UTC')
  and at < date_add(date_trunc('month', now(), 'UTC'), '1 month', 'UTC');
