-- One row per session that began on a lot of numbered_lots in the 28 whole days (UTC) before the
-- day of $as_of, with its vehicle. A session without a known vehicle counts as one of its own.
-- only with rows of: numbered_lots
create or replace temp table begun_stays as
with starts as (
  select lot_id, session_id, vehicle_id, started_at from fct_session_starts
  where started_at >= date_trunc('day', $as_of::timestamptz) - interval 28 days
    and started_at < date_trunc('day', $as_of::timestamptz)
)
select
  number, ((epoch_us(started_at) // 3_600_000_000 + 72) % 168)::smallint as hour_of_week,
  coalesce(vehicle_id::varchar, session_id) as vehicle
from starts join numbered_lots using (lot_id)
where epoch_us(started_at) // 3_600_000_000 >= since_hour;
