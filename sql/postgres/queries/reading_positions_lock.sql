-- How far a reader has got; its row is locked, so that only one reads on at a time.
-- Keeps its plan.
select tx::text as tx, id::text as id
from reading_positions
where reader = :reader
for update;
