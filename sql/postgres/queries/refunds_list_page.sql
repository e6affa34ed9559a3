-- One page of the refunds of a session, newest first.
-- :after_us is when the last refund of the page before was created, in microseconds since 1970, and
-- null for the first page; :after_id is the id of that refund.
select *, (extract(epoch from created_at) * 1000000)::bigint as created_us
from refunds
where session_id = :session_id
  and (:after_us::bigint is null
    or (created_at, refund_id)
      < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
order by created_at desc, refund_id desc
limit :row_limit;
