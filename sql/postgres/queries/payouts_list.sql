-- One page of an operator's payouts, newest month (UTC) first, within a month by currency. The
-- query steps back from each month with any movement to the previous such month, and adds up only
-- as many as a page can hold.
-- :after_month is the month of the last payout of the page before, given as its first instant, and
-- null for the first page; :after_currency is that payout's currency.
with recursive month as (
  select
    coalesce(date_add(:after_month::timestamptz, '1 month', 'UTC'), 'infinity') as from_at,
    0 as number
  union all
  select
    date_trunc('month', (
      select max(at) from payout_movements
      where operator_id = :operator_id and livemode = :livemode and at < from_at), 'UTC'),
    number + 1
  from month
  -- One month more than there are rows, because the month that the page before ended in may have
  -- none left.
  where number <= :row_limit and from_at is not null
),
period as (
  select from_at, date_add(from_at, '1 month', 'UTC') as to_at
  from month
  where number > 0 and from_at is not null
)
select period.*, total.*, now() as now
from period
cross join lateral (
  select
    currency,
    sum(session_count)::integer as session_count,
    sum(gross_minor)::text as gross_minor,
    sum(platform_fee_minor)::text as platform_fee_minor,
    sum(refunds_minor)::text as refunds_minor
  from payout_movements
  where operator_id = :operator_id and livemode = :livemode and at >= from_at and at < to_at
  group by currency
) as total
where :after_month::timestamptz is null
  or from_at < :after_month
  or currency > :after_currency::text
order by from_at desc, currency
limit :row_limit;
