-- One page of an operator's local events, newest first. The index range is read no further than the
-- page goes.
-- :from_at and :to_at are null for any; otherwise only those that overlap [from_at, to_at).
-- :after_us is when the last one of the page before was created, in microseconds since 1970, and
-- null for the first page; :after_id is its id.
select
  event_id, name, type, impact, starts_at, ends_at, latitude, longitude, radius_m, created_at,
  (extract(epoch from created_at) * 1000000)::bigint as created_us
from local_events
where operator_id = :operator_id
  and livemode = :livemode
  and deleted_at is null
  and (:from_at::timestamptz is null or ends_at > :from_at)
  and (:to_at::timestamptz is null or starts_at < :to_at)
  and (:after_us::bigint is null
    or (created_at, event_id)
      < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id::uuid))
order by created_at desc, event_id desc
limit :row_limit;
