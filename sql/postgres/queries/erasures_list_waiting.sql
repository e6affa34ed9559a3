-- Erasures of all operators that wait, in the order of their ids, for a command.
-- :is_now: also those that are not due yet. :after_id is the last one of the page before.
select erasure_id
from erasures
where status = 'pending' and (:is_now::boolean or due_at <= now()) and erasure_id > :after_id
order by erasure_id
limit :row_limit;
