-- The sessions with a code as their caller may see them (see session_find): one, or none; two only
-- by a chance that ends in two being returned, so that neither is taken for the other.
-- $1 session_code
-- $2 livemode
-- $3 operator_id
-- $4 fleet_id  null: the key is not bound to a fleet
select *
from session_details
where session_code = $1
  and source <> 'import'
  and livemode = $2
  and $3 in (operator_id, creator_operator_id)
  and ($4::text is null or fleet_id = $4 and creator_operator_id = $3)
limit 2;
