-- What was captured for an operator's stays in the calendar month (UTC) of :at, by currency; with a
-- :currency only that one. Refunds are not taken off. Imported stays were not captured. As text,
-- because the sum can be larger than a bigint.
select currency, sum(subtotal_minor)::text as gross_minor
from sessions
where operator_id = :operator_id
  and livemode = :livemode
  and (:currency::text is null or currency = :currency)
  and captured_at >= date_trunc('month', :at::timestamptz, 'UTC')
  and captured_at < date_add(date_trunc('month', :at::timestamptz, 'UTC'), '1 month', 'UTC')
group by currency
order by currency;
