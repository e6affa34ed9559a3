-- One page of a caller's holds, newest first: those on its operator's lots and those its operator
-- placed on other operators' lots. A fleet key sees only its fleet's.
-- :fleet_id is null where the key is not bound to a fleet. :status is as of now. :status, :lot_id,
-- :created_after and :created_before are null for any.
-- :after_created_at and :after_hold_id are those of the last hold of the page before; null for the
-- first page.
with page as (
  select hold_id, created_at
  from holds_by_viewer
  where viewer_id = :operator_id
    and livemode = :livemode
    and (:fleet_id::text is null or fleet_id = :fleet_id and creator_operator_id = :operator_id)
    and (:status::text is null or status = :status or :status = 'expired' and status = 'held')
    and (:status is null or status <> 'held'
      or (expires_at <= clock_timestamp()) = (:status = 'expired'))
    and (:lot_id::uuid is null or lot_id = :lot_id)
    and (:created_after::timestamptz is null or created_at > :created_after)
    and (:created_before::timestamptz is null or created_at < :created_before)
    and (:after_created_at::timestamptz is null
      or (created_at, hold_id) < (:after_created_at, :after_hold_id::text))
  order by created_at desc, hold_id desc
  limit :row_limit
)
-- `offset 0` makes the planner look each hold up by its key; otherwise it would read the whole
-- view.
select hold.*
from page
cross join lateral (
  select * from hold_details where hold_details.hold_id = page.hold_id offset 0
) as hold
order by page.created_at desc, page.hold_id desc;
