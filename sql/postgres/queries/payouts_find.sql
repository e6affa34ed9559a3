-- The lines of an operator's payouts of one month (UTC), by currency and lot. Includes lots that
-- were deleted since, and lots with nothing but a refund.
-- :from_at is the first instant of the month.
with line as (
  select
    currency,
    lot_id,
    sum(session_count)::integer as session_count,
    sum(gross_minor)::text as gross_minor,
    sum(platform_fee_minor)::text as platform_fee_minor,
    sum(refunds_minor)::text as refunds_minor
  from payout_movements
  where operator_id = :operator_id
    and livemode = :livemode
    and at >= :from_at
    and at < date_add(:from_at::timestamptz, '1 month', 'UTC')
  group by currency, lot_id
)
select
  line.*,
  lots.name as lot_name,
  :from_at::timestamptz as from_at,
  date_add(:from_at::timestamptz, '1 month', 'UTC') as to_at,
  now() as now
from line
join lots using (lot_id)
order by currency, lot_id;
