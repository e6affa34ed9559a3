-- What was captured of an operator's stays in this calendar month (UTC), in one currency. Imported
-- stays were not captured. Text: the sum can be larger than any bigint.
-- :ended_at is an instant of the month.
select coalesce(sum(subtotal_minor), 0)::text as gross_minor
from sessions
where operator_id = :operator_id
  and livemode = :livemode
  and currency = :currency
  and captured_at >= date_trunc('month', :ended_at::timestamptz, 'UTC')
  and captured_at < date_trunc('month', :ended_at::timestamptz, 'UTC') + interval '1 month';
