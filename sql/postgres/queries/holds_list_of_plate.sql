-- The newest holds of a plate that an operator may see. :plain_plate is the plate unsealed, null
-- once none is stored so.
with page as materialized (
  select hold_id, holds.created_at
  from vehicles
  join holds using (vehicle_id)
  where vehicles.livemode = :livemode
    and plate in (:plate, :plain_plate)
    and :operator_id in (operator_id, creator_operator_id)
  order by holds.created_at desc, hold_id desc
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
