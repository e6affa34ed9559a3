-- The posted rate of each lot of a mode that has a ref.
select ref, lot_id, rate_minor, rate_unit, max_daily_minor, billing_step_minutes
from lots
where livemode = :livemode
  and ref is not null
  and rate_minor is not null
  and deleted_at is null;
