-- The refunds of one session, oldest first; ids sort by the instant they were made in.
select *
from refunds
where session_id = :session_id
order by refund_id;
