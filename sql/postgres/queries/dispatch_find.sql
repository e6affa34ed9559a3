-- The allocations of one dispatch as its caller may see them: of the caller's operator, and for a
-- fleet key only its fleet's. Anything else is as if it did not exist.
-- $1 dispatch_id
-- $2 livemode
-- $3 operator_id
-- $4 fleet_id  null: the key is not bound to a fleet
-- `offset 0` has its holds found by index: the view, which asks the clock, is else read whole.
select hold.*, dispatches.arrive_by, dispatches.created_at as dispatched_at
from dispatches
cross join lateral (
  select * from hold_details where hold_details.dispatch_id = dispatches.dispatch_id offset 0
) as hold
where dispatches.dispatch_id = $1
  and dispatches.livemode = $2
  and dispatches.operator_id = $3
  and ($4::text is null or dispatches.fleet_id = $4)
order by hold.fencing_token;
