-- One page of an operator's events, newest first, as its webhooks get them. The index range is read
-- no further than the page goes.
-- :type, :created_after and :created_before are null for any.
-- :after_us is when the last event of the page before was created, in microseconds since 1970, and
-- null for the first page; :after_id is its id.
select
  event_id, type, page.created_at, shown_event_data(data, coalesce(shown_plate, plate)) as data,
  (extract(epoch from page.created_at) * 1000000)::bigint as created_us
from (
  select event_id, type, entity_id, created_at, data
  from events
  where operator_id = :operator_id
    and livemode = :livemode
    and (:type::text is null or type = :type)
    and (:created_after::timestamptz is null or created_at > :created_after)
    and (:created_before::timestamptz is null or created_at < :created_before)
    and (:after_us::bigint is null
      or (created_at, event_id)
        < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
  order by created_at desc, event_id desc
  limit :row_limit
) as page
left join vehicles on vehicles.vehicle_id = (data ->> 'vehicle_id')::bigint
left join shown_plates using (entity_id)
order by page.created_at desc, event_id desc;
