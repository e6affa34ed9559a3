-- The sessions with a code that their caller may see (see session_find), those under way first,
-- then the newest: usually one or none.
-- :fleet_id is null where the key is not bound to a fleet.
select *
from session_details
where session_code = :session_code
  and source <> 'import'
  and livemode = :livemode
  and may_see(:operator_id, :fleet_id, operator_id, creator_operator_id, fleet_id)
order by status = 'active' desc, created_at desc
limit 5;
