-- One row per lot on which anything was observed in the 28 whole days (UTC) before the day of
-- $as_of: its mode, country, place, operator and spaces, and whether it is strong. The cut into
-- areas follows from these alone, so it is the same whichever of the strong lots had which history.
-- Lots with public figures are left out, and what happened on others while theirs were public.
with owners as (
  select
    operator_id, arg_max(is_public, audit_id) as is_public,
    (max(declared_at)::date + 1)::timestamptz as since
  from fct_public_figures
  where declared_at < date_trunc('day', $as_of::timestamptz)
  group by operator_id
),
latest as (
  select
    lot_id, any_value(livemode) as livemode, arg_max(coalesce(country, 'ZZ'), audit_id) as country,
    arg_max(operator_id, audit_id) as operator_id, arg_max(cell, audit_id) as cell,
    arg_max_null(space_count, audit_id) as space_count
  from fct_lot_changes
  where cell is not null
  group by lot_id
),
lots as (
  select
    * exclude (is_public, since),
    greatest(since, date_trunc('day', $as_of::timestamptz) - interval 28 days) as since
  from latest left join owners using (operator_id)
  where is_public is distinct from true
),
stays as (
  select
    lot_id, count(*) as stay_count,
    count(distinct coalesce(vehicle_id::varchar, session_id)) as vehicle_count
  from fct_session_starts join lots using (lot_id)
  where started_at >= since and started_at < date_trunc('day', $as_of::timestamptz)
  group by lot_id
),
counts as (
  select lot_id, count(distinct day_of(hour_at)) as day_count
  from counts_by_lot_hour join lots using (lot_id)
  where hour_at >= since and hour_at < date_trunc('day', $as_of::timestamptz)
  group by lot_id
)
select
  lot_id::varchar as lot_id, livemode, country, cell::varchar as cell, operator_id, space_count,
  is_strong(stay_count, vehicle_count, day_count) as is_strong
from lots left join stays using (lot_id) left join counts using (lot_id)
where stay_count > 0 or day_count > 0;
