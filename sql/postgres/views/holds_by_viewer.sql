-- Holds by the operators that may see them: that of the lot, and that of the key that placed the
-- hold where it is another one. A page of one operator is read from two index ranges, each no
-- further than the page goes. A condition within one of the two would keep the planner from that.
create or replace view holds_by_viewer as
select
  viewer_id, hold_id, livemode, creator_operator_id, fleet_id, lot_id, status, expires_at,
  created_at
from (
  select
    operator_id as viewer_id, true as is_on_own_lot, hold_id, livemode, operator_id,
    creator_operator_id, fleet_id, lot_id, status, expires_at, created_at
  from holds
  union all
  select
    creator_operator_id, false, hold_id, livemode, operator_id,
    creator_operator_id, fleet_id, lot_id, status, expires_at, created_at
  from holds
) as seen
where is_on_own_lot or creator_operator_id <> operator_id;
