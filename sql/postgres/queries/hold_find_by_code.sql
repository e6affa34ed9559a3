-- The holds with a code that their caller may see (see hold_find), those that stand first, then the
-- newest: usually one or none.
-- :fleet_id is null where the key is not bound to a fleet.
select *
from hold_details
where code = :code
  and livemode = :livemode
  and may_see(:operator_id, :fleet_id, operator_id, creator_operator_id, fleet_id)
order by status_now = 'held' desc, created_at desc
limit 5;
