-- The refunds of given stays, oldest first: the ids sort by when they were made.
select * from refunds
where session_id = any(:session_ids::text[])
order by refund_id;
