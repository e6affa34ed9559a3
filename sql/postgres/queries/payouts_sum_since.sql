-- What came in for an operator's lots and went out again since an instant, by currency.
select
  currency,
  sum(session_count)::integer as session_count,
  sum(gross_minor)::text as gross_minor,
  sum(platform_fee_minor)::text as platform_fee_minor,
  sum(refunds_minor)::text as refunds_minor
from payout_movements
where operator_id = :operator_id and livemode = :livemode and at >= :from_at
group by currency
order by currency;
