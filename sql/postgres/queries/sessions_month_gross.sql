-- What was captured of an operator's stays in this calendar month (UTC), in one currency. Imported
-- stays were not captured. Text: the sum can be larger than any bigint.
-- $1 operator_id
-- $2 livemode
-- $3 currency
-- $4 ended_at  an instant of the month
select coalesce(sum(subtotal_minor), 0)::text as gross_minor
from sessions
where operator_id = $1
  and livemode = $2
  and currency = $3
  and captured_at >= date_trunc('month', $4::timestamptz, 'UTC')
  and captured_at < date_trunc('month', $4::timestamptz, 'UTC') + interval '1 month';
