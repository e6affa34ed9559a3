-- The refunds of one session, oldest first: the ids sort by when they were made.
select *
from refunds
where session_id = :session_id
order by refund_id;
