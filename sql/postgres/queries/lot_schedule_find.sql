-- When a lot is open, whatever has become of it.
-- $1 lot_id
select opening_hours, is_overnight_allowed, timezone, country, state
from lots
where lot_id = $1::uuid;
