-- The holds that stand whose code ends with four signs and that their caller may see (see
-- hold_find), newest first: usually one or none.
-- :fleet_id is null where the key is not bound to a fleet.
select *
from hold_details
where right(code, 4) = :short_code
  and status = 'held'
  and expires_at > clock_timestamp()
  and livemode = :livemode
  and may_see(:operator_id, :fleet_id, operator_id, creator_operator_id, fleet_id)
order by created_at desc
limit 5;
