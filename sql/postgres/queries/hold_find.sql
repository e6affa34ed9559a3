-- One hold if its caller may see it: it is on the caller's own lots or was placed by the caller's
-- operator, and for a fleet key by its fleet. No row for any other hold, as if it did not exist.
-- :fleet_id is null where the key is not bound to a fleet.
-- Keeps its plan.
select *
from hold_details
where hold_id = :hold_id
  and livemode = :livemode
  and may_see(:operator_id, :fleet_id, operator_id, creator_operator_id, fleet_id);
