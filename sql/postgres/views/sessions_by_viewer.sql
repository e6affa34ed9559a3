-- Stays by the operators that may see them: that of the lot, and that of the key that began the
-- stay where it is another one. A page of one operator is read from two index ranges, each no
-- further than the page goes. A condition within one of the two would keep the planner from that.
create or replace view sessions_by_viewer as
select
  viewer_id, session_id, livemode, creator_operator_id, fleet_id, lot_id, vehicle_id, status,
  started_at, ended_at, created_at
from (
  select
    operator_id as viewer_id, true as is_on_own_lot, session_id, livemode, operator_id,
    creator_operator_id, fleet_id, lot_id, vehicle_id, status, started_at, ended_at, created_at
  from sessions
  union all
  select
    creator_operator_id, false, session_id, livemode, operator_id,
    creator_operator_id, fleet_id, lot_id, vehicle_id, status, started_at, ended_at, created_at
  from sessions
) as seen
where is_on_own_lot or creator_operator_id <> operator_id;
