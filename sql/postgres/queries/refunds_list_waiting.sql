-- One page of the refunds of an operator that are pending, newest first, each with what became of
-- the tries so far: failure_count is null where none failed, retry_at once there is no next one.
-- :after_us is when the last refund of the page before was created, in microseconds since 1970, and
-- null for the first page; :after_id is the id of that refund.
select refunds.*, setbacks.failure_count, setbacks.retry_at,
  (extract(epoch from created_at) * 1000000)::bigint as created_us
from refunds
left join setbacks on job = 'settle-refunds' and entity_id = refund_id
where refunds.operator_id = :operator_id
  and refunds.livemode = :livemode
  and refunds.status = 'pending'
  and (:after_us::bigint is null
    or (created_at, refund_id)
      < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
order by created_at desc, refund_id desc
limit :row_limit;
