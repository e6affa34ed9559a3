-- One row per operator that declared its figures public, or took that back, before the day (UTC) of
-- $as_of: whether they are public on that day, and the first hour (counted from 1970) since which
-- that is so. A declaration is in force from the day after it; of several on one day the last.
create or replace temp table public_operators as
select
  operator_id, arg_max(is_public, audit_id) as is_public,
  (epoch_us((max(declared_at)::date + 1)::timestamptz) // 3_600_000_000)::integer as since_hour
from fct_public_figures
where declared_at < date_trunc('day', $as_of::timestamptz)
group by operator_id;
