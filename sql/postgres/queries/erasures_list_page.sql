-- One page of the erasures that an operator asked for, newest first. The index range is read no
-- further than the page goes.
-- :after_us is when the last one of the page before was asked for, in microseconds since 1970, and
-- null for the first page; :after_id is its id.
select
  erasure_id, kind, status, created_at, due_at, finished_at,
  (extract(epoch from created_at) * 1000000)::bigint as created_us
from erasures
where operator_id = :operator_id
  and livemode = :livemode
  and (:after_us::bigint is null
    or (created_at, erasure_id)
      < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
order by created_at desc, erasure_id desc
limit :row_limit;
