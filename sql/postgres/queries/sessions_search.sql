-- One page of the sessions of a plate that a caller may see, newest first, and the audit row that
-- says who looked a plate up. The audit row holds the vehicle's id, never the plate.
-- :plain_plate is the plate unsealed, null once none is stored so.
-- :fleet_id is null where the key is not bound to a fleet. :at is an instant during the stay.
-- :statuses, :lot_id and :at are null for any.
-- :after_us is when the last session of the page before was created, in microseconds since 1970,
-- and null for the first page; :after_id is the id of that session.
with sought as (
  select vehicle_id from vehicles
  where livemode = :livemode and plate in (:plate, :plain_plate)
),
page as materialized (
  select session_id, created_at
  from sought
  join sessions_by_viewer using (vehicle_id)
  where viewer_id = :operator_id
    and (:fleet_id::text is null or fleet_id = :fleet_id and creator_operator_id = :operator_id)
    and (:statuses::text[] is null or status = any(:statuses))
    and (:lot_id::uuid is null or lot_id = :lot_id)
    and (:at::timestamptz is null or started_at <= :at and coalesce(ended_at, 'infinity') > :at)
    and (:after_us::bigint is null
      or (created_at, session_id)
        < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
  order by created_at desc, session_id desc
  limit :row_limit
),
audited as (
  insert into audit_rows
  select 'session.searched', coalesce((select vehicle_id::text from sought), 'unknown'),
    :operator_id, :livemode,
    jsonb_build_object('found_count', (select count(*) from page), 'lot_id', :lot_id, 'at', :at),
    :actor_type, :actor_id, :agent_platform, :request_id
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
