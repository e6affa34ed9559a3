-- What an operator's stays brought in this calendar month (UTC), in one currency.
-- $1 operator_id
-- $2 livemode
-- $3 currency
-- $4 ended_at  an instant of the month
select coalesce(sum(subtotal_minor), 0)::bigint as gross_minor
from sessions
where operator_id = $1
  and livemode = $2
  and currency = $3
  and status in ('completed', 'expired')
  and source <> 'import'
  and ended_at >= date_trunc('month', $4::timestamptz, 'UTC')
  and ended_at < date_trunc('month', $4::timestamptz, 'UTC') + interval '1 month';
