-- Lots with a negative rate; with observations but no realised rate, or the reverse; with more
-- occupied minutes than known ones, or more known ones than their spaces have.
with lots as (
  from market_rate_by_lot where not is_gone
),
wrong as (
  from lots
  where posted_hourly < 0 or posted_daily < 0 or realised_hourly < 0 or realised_daily < 0
    or (observation_count > 0) <> (realised_hourly is not null)
    or known_minutes not between 0 and space_count::bigint * 168 * 60
    or measured_minutes not between 0 and known_minutes
    or occupied_minutes not between 0 and known_minutes
)
select * from wrong;
