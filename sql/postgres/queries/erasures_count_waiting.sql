-- How many erasures wait, of all operators.
-- :is_now: also those that are not due yet.
select count(*)::integer as row_count
from erasures
where status = 'pending' and (:is_now::boolean or due_at <= now());
