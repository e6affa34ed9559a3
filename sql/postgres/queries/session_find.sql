-- One session as its caller may see it: on the caller's own lots or created by the caller's
-- operator, and for a fleet key only its fleet's. Anything else is as if it did not exist.
-- $1 session_id
-- $2 livemode
-- $3 operator_id
-- $4 fleet_id  null: the key is not bound to a fleet
select
  now() as now,
  sessions.*,
  vehicles.plate,
  vehicles.vin,
  lots.entry_instructions,
  operators.plan
from sessions
join vehicles using (vehicle_id)
join lots using (lot_id)
join operators on operators.operator_id = sessions.operator_id
left join api_keys on api_keys.key_id = sessions.key_id
where sessions.session_id = $1
  and sessions.livemode = $2
  and (sessions.operator_id = $3 or api_keys.operator_id = $3)
  and ($4::text is null or sessions.fleet_id = $4);
