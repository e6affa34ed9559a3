-- When and how long vehicles may be on a lot, even on one that is closed, unlisted or deleted.
-- Keeps its plan.
select features, opening_hours, is_overnight_allowed, timezone, country, state
from lots
where lot_id = :lot_id::uuid;
