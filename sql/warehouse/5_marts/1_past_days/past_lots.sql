-- One row per day of stale_months that is over and lot in that area on it: as lot_spans has it.
-- Without lots whose figures were public on the day.
-- memory_kib: 8 * (select count(*) from lot_spans where exists (from stale_months))
-- only with rows of: stale_months
create or replace temp table past_lots as
with spans as (
  select
    lot_spans.* exclude (from_day, until_day), month, greatest(from_day, month) as from_day,
    least(until_day, (month + interval 1 month)::date, $as_of::timestamptz::date) as until_day
  from lot_spans join stale_months using (livemode, country, cell)
  where in_part(lot_id, $part, $parts)
),
days as (
  select
    * exclude (from_day, until_day), from_day + unnest(range(until_day - from_day))::integer as day
  from spans
  where from_day < until_day
),
declared as (
  select operator_id, (day_of(declared_at) + 1) as since_on, is_public
  from fct_public_figures
  qualify row_number() over (
    partition by operator_id, since_on order by audit_id desc
  ) = 1
)
select days.*
from days asof left join declared
  on days.operator_id = declared.operator_id and days.day >= declared.since_on
where not coalesce(is_public, false);
