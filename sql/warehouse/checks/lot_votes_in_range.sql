-- Lots with a negative price; with observations but no paid minutes, or the reverse; with more
-- occupied minutes than known ones, or more known ones than their spaces have.
with lots as (
  from market_rate_by_lot where not is_gone
),
wrong as (
  from lots
  where posted_hourly < 0 or posted_daily < 0 or list_hourly < 0 or list_daily < 0
    or (observation_count > 0) <> (paid_minutes > 0)
    or known_minutes not between 0 and coalesce(space_count, 0)::bigint * 168 * 60
    or occupied_minutes not between 0 and known_minutes
)
select * from wrong;
