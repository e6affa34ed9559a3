-- One page of an operator's payouts, newest month (UTC) first, in a month by currency. It steps
-- from one month with any movement to the one before, and adds up only those that a page can hold.
-- $1 operator_id
-- $2 livemode
-- $3 after_month  first instant of the month of the last payout before; null: the first page
-- $4 after_currency  of that payout
-- $5 row_limit
with recursive month as (
  select coalesce(date_add($3::timestamptz, '1 month', 'UTC'), 'infinity') as from_at, 0 as number
  union all
  select
    date_trunc('month', greatest(
      (select max(captured_at) from sessions
       where operator_id = $1 and livemode = $2 and captured_at < from_at),
      (select max(settled_at) from refunds
       where operator_id = $1 and livemode = $2 and settled_at < from_at and status = 'succeeded')
    ), 'UTC'),
    number + 1
  from month
  -- One more than there are rows: of the month that the page before ended in, nothing may be left.
  where number <= $5 and from_at is not null
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
  where operator_id = $1 and livemode = $2 and at >= from_at and at < to_at
  group by currency
) as total
where $3::timestamptz is null or from_at < $3 or currency > $4::text
order by from_at desc, currency
limit $5;
