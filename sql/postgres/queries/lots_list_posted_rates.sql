-- What each lot of a world that has a ref charges.
-- $1 livemode
select ref, lot_id, rate_minor, rate_unit, max_daily_minor
from lots
where livemode = $1
  and ref is not null
  and rate_minor is not null
  and deleted_at is null;
