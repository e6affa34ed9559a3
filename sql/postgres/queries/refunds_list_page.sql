-- One page of the refunds of a session, newest first.
-- $1 session_id
-- $2 after_us  when the last of the page before was created, in microseconds since 1970; null: the
--    first page
-- $3 after_id  of that refund
-- $4 row_limit
select *, (extract(epoch from created_at) * 1000000)::bigint as created_us
from refunds
where session_id = $1
  and ($2::bigint is null
    or (created_at, refund_id) < (timestamptz 'epoch' + $2 * interval '1 microsecond', $3))
order by created_at desc, refund_id desc
limit $4;
