-- A key of an operator in one mode, revoked or not.
-- :fleet_id is the fleet of the caller, which sees no keys of others; null: all keys are seen.
select *
from key_details
where id = :key_id
  and operator_id = :operator_id
  and mode = :mode
  and (:fleet_id::text is null or fleet_id = :fleet_id);
