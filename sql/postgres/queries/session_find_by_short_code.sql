-- The sessions under way whose code ends with four signs and that their caller may see (see
-- session_find), newest first: usually one or none.
-- :fleet_id is null where the key is not bound to a fleet.
select *
from session_details
where right(session_code, 4) = :short_code
  and status = 'active'
  and livemode = :livemode
  and may_see(:operator_id, :fleet_id, operator_id, creator_operator_id, fleet_id)
order by created_at desc
limit 5;
