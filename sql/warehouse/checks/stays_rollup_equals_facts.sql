-- Modes and currencies whose paid stays that ended since 31 days before the hour of $as_of differ
-- between facts and rollup.
with stays as (
  from fct_paid_stays
  where ended_at >= date_trunc('hour', $as_of::timestamptz) - interval 744 hours
),
hours as (
  from paid_stays_by_lot_hour
  where hour_at >= date_trunc('hour', $as_of::timestamptz) - interval 744 hours
),
facts as (
  select livemode, currency, count(*) as stay_count, sum(billed_minutes) as paid_minutes,
    sum(subtotal_minor) as revenue_minor
  from stays group by all
),
rollup_rows as (
  select livemode, currency, sum(stay_count) as stay_count, sum(paid_minutes) as paid_minutes,
    sum(revenue_minor) as revenue_minor
  from hours group by all
),
differing as (
  (from facts except from rollup_rows) union all (from rollup_rows except from facts)
)
select * from differing;
