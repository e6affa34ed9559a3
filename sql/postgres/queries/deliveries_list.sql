-- One page of the deliveries of a webhook, newest first. Those that failed are read by an index of
-- their own, because they may be few among very many.
-- :status, as it is shown, and :type are null for any.
-- :after_us is when the last one of the page before was created, in microseconds since 1970, and
-- null for the first page; :after_id is its id.
with current as materialized (
  select round from webhooks where webhook_id = :webhook_id
),
page as materialized (
  select deliveries as delivery
  from deliveries
  where webhook_id = :webhook_id
    and (
      :status::text is null
      or :status = 'failed' and status = 'failed'
      or :status <> 'failed' and status = :status
      and (status <> 'pending' or round = (select round from current))
      or :status = 'canceled' and status = 'pending' and round < (select round from current))
    and (:type::text is null or type = :type)
    and (:after_us::bigint is null
      or (created_at, delivery_id)
        < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
  order by created_at desc, delivery_id desc
  limit :row_limit
)
select
  (delivery).delivery_id, (delivery).event_id, (delivery).type, (delivery).is_test,
  shown_status(delivery, round) as status, (delivery).attempts,
  next_attempt_at(delivery, round) as next_attempt_at, (delivery).created_at,
  (delivery).finished_at,
  (extract(epoch from (delivery).created_at) * 1000000)::bigint as created_us
from page
cross join current
order by (delivery).created_at desc, (delivery).delivery_id desc;
