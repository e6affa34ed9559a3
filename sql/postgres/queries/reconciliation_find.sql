-- How the comparison with the processor's books stands, in one mode. Without a comparison in the
-- last :late_seconds seconds it is late. Null: nothing was compared yet, or nothing is open.
select compared_at, coalesce(compared_at < now() - make_interval(secs => :late_seconds), false)
    as is_late,
  open_count, oldest_day
from (
  select max(compared_at) as compared_at from reconciled_days where livemode = :livemode
) as compared
cross join (
  select count(*)::integer as open_count, min(day)::text as oldest_day
  from reconciliation_findings where livemode = :livemode and settled_at is null
) as finding;
