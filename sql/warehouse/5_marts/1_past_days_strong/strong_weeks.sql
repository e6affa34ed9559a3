-- One row per lot of past_lots and week (by its Monday) in which it counts: enough was observed on
-- it in the 28 whole days (UTC) before that Monday. So it is known before a week begins which lots
-- count, and no day changes that of days before it. is_stayed: stays were among that, so they are
-- known in all hours.
-- memory_kib: (select count(*) from past_lots) // 4
-- only with rows of: past_lots
create or replace temp table strong_weeks as
with asked as (
  select lot_id, min(day) as first_day, max(day) as last_day
  from past_lots where in_part(lot_id, $part, $parts) group by lot_id
),
bounds as (
  select (min(first_day) - 35)::timestamptz as first_at, (max(last_day) + 1)::timestamptz as last_at
  from asked
),
starts as (
  select
    lot_id, day_of(started_at) as day, 1 as stay_count,
    coalesce(vehicle_id::varchar, session_id) as vehicle, null::date as counted_day
  from fct_session_starts semi join asked using (lot_id)
  where started_at >= (select first_at from bounds) and started_at < (select last_at from bounds)
),
counts as (
  select distinct
    lot_id, day_of(hour_at) as day, 0 as stay_count, null as vehicle, day as counted_day
  from counts_by_lot_hour semi join asked using (lot_id)
  where hour_at >= (select first_at from bounds) and hour_at < (select last_at from bounds)
),
-- A day is one of the 28 before each of the four Mondays after it.
weeks as (
  select *, day - isodow(day)::integer + 8 + 7 * unnest(range(4))::integer as monday
  from (from starts union all from counts)
)
select lot_id, monday, sum(stay_count) > 0 as is_stayed
from weeks join asked using (lot_id)
where monday between first_day - 6 and last_day
group by all
having is_strong(sum(stay_count), count(distinct vehicle), count(distinct counted_day));
