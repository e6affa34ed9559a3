-- What was captured for an operator's stays in the calendar month (UTC) of :at, by currency; with a
-- :currency only that one. Refunds are not taken off. Imported stays were not captured. As text,
-- because the sum can be larger than a bigint. Months from before they were counted are added up.
with month as (
  select begins_at, begins_at >= start.from_at as is_counted
  from captured_months_start as start
  cross join date_trunc('month', :at::timestamptz, 'UTC') as begins_at
),
captured as (
  select currency, gross_minor
  from month
  join captured_months on from_at = begins_at
  where is_counted and operator_id = :operator_id and livemode = :livemode
  union all
  select currency, gross_minor
  from month
  cross join lateral (
    select currency, -(driver_minor + shortfall_minor) as gross_minor
    from ledger
    where not is_counted and operator_id = :operator_id and livemode = :livemode
      and kind <> 'processor_fee'
      and at >= begins_at and at < date_add(begins_at, '1 month', 'UTC')
    offset 0
  ) as entry
)
select currency, sum(gross_minor)::text as gross_minor
from captured
where :currency::text is null or currency = :currency
group by currency
order by currency;
