-- Whether a key may see a stay or a hold: it is on a lot of the key's operator or was made by that
-- operator's keys, and for a key that is bound to a fleet, by that fleet's. caller_fleet_id is null
-- for any other key.
create or replace function may_see(
  caller_id text, caller_fleet_id text, operator_id text, creator_operator_id text, fleet_id text
) returns boolean
language sql immutable parallel safe
return caller_id in (operator_id, creator_operator_id)
  and (caller_fleet_id is null
    or fleet_id = caller_fleet_id and creator_operator_id = caller_id);
