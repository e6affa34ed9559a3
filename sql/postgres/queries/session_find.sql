-- One session as its caller may see it: on the caller's own lots or created by the caller's
-- operator, and for a fleet key only its fleet's. Anything else is as if it did not exist.
-- $1 session_id
-- $2 livemode
-- $3 operator_id
-- $4 fleet_id  null: the key is not bound to a fleet
select *
from session_details
where session_id = $1
  and livemode = $2
  and $3 in (operator_id, creator_operator_id)
  and ($4::text is null or fleet_id = $4 and creator_operator_id = $3);
