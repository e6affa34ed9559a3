-- One page of a caller's sessions, newest first: those on its operator's lots and those its
-- operator created on other operators' lots. A fleet key sees only its fleet's.
-- :fleet_ids are the key's fleet and the fleet asked for: a session must match all of them.
-- :statuses, :lot_id, :created_after and :created_before are null for any.
-- :after_us is when the last session of the page before was created, in microseconds since 1970,
-- and null for the first page; :after_id is the id of that session.
with page as (
  select session_id, created_at
  from sessions_by_viewer
  where viewer_id = :operator_id
    and livemode = :livemode
    and (not :is_fleet_key::boolean or creator_operator_id = :operator_id)
    and (cardinality(:fleet_ids::text[]) = 0 or fleet_id = (:fleet_ids)[1])
    and fleet_id = all(:fleet_ids)
    and (:statuses::text[] is null or status = any(:statuses))
    and (:lot_id::uuid is null or lot_id = :lot_id)
    and (:created_after::timestamptz is null or created_at > :created_after)
    and (:created_before::timestamptz is null or created_at < :created_before)
    and (:after_us::bigint is null
      or (created_at, session_id)
        < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
  order by created_at desc, session_id desc
  limit :row_limit
)
-- `offset 0` makes the planner look each session up by its key; otherwise it might read the whole
-- view.
select
  stay.*,
  (extract(epoch from page.created_at) * 1000000)::bigint as created_us
from page
cross join lateral (
  select * from session_details where session_details.session_id = page.session_id offset 0
) as stay
order by page.created_at desc, page.session_id desc;
