-- The opening hours of a lot, even of one that is closed, unlisted or deleted.
select opening_hours, is_overnight_allowed, timezone, country, state
from lots
where lot_id = :lot_id::uuid;
