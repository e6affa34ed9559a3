-- The refunds of one session, oldest first; ids sort by the instant they were made in.
-- $1 session_id
select *
from refunds
where session_id = $1
order by refund_id;
