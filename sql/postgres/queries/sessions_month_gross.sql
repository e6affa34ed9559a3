-- The amount captured for an operator's stays in the calendar month (UTC) of :ended_at, in one
-- currency. Imported stays were not captured. As text, because the sum can be larger than a bigint.
select coalesce(sum(subtotal_minor), 0)::text as gross_minor
from sessions
where operator_id = :operator_id
  and livemode = :livemode
  and currency = :currency
  and captured_at >= date_trunc('month', :ended_at::timestamptz, 'UTC')
  and captured_at < date_trunc('month', :ended_at::timestamptz, 'UTC') + interval '1 month';
