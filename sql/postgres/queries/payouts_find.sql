-- What an operator's payouts of one month (UTC) consist of, lot by lot in each currency: also lots
-- that are deleted, and lots with nothing but a refund.
-- $1 operator_id
-- $2 livemode
-- $3 from_at  first instant of the month
with line as (
  select
    currency,
    lot_id,
    sum(session_count)::integer as session_count,
    sum(gross_minor)::text as gross_minor,
    sum(platform_fee_minor)::text as platform_fee_minor,
    sum(refunds_minor)::text as refunds_minor
  from payout_movements
  where operator_id = $1
    and livemode = $2
    and at >= $3
    and at < date_add($3::timestamptz, '1 month', 'UTC')
  group by currency, lot_id
)
select
  line.*,
  lots.name as lot_name,
  $3::timestamptz as from_at,
  date_add($3::timestamptz, '1 month', 'UTC') as to_at,
  now() as now
from line
join lots using (lot_id)
order by currency, lot_id;
