-- When a lot is open, whatever has become of it.
select opening_hours, is_overnight_allowed, timezone, country, state
from lots
where lot_id = :lot_id::uuid;
