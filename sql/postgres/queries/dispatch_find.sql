-- The allocations of one dispatch that the caller may see: its operator must be the caller's, and
-- for a fleet key also its fleet. No row for any other dispatch, as if it did not exist.
-- :fleet_id is null where the key is not bound to a fleet.
-- `offset 0` makes the planner find the holds by index; otherwise it would read the whole view.
select
  hold.*, dispatches.arrive_by, dispatches.created_at as dispatched_at, now() as now,
  stay.ended_at as stay_ended_at, stay.authorize_by as stay_authorize_by
from dispatches
cross join lateral (
  select * from hold_details where hold_details.dispatch_id = dispatches.dispatch_id offset 0
) as hold
left join sessions as stay using (session_id)
where dispatches.dispatch_id = :dispatch_id
  and dispatches.livemode = :livemode
  and dispatches.operator_id = :operator_id
  and (:fleet_id::text is null or dispatches.fleet_id = :fleet_id)
order by hold.fencing_token;
