-- An agent of an operator in one mode.
-- :fleet_id is the fleet of the caller, which sees no agents of others; null: all are seen.
select agent_id, name, platform, key_id, created_at
from agent_details
where agent_id = :agent_id
  and operator_id = :operator_id
  and livemode = :livemode
  and (:fleet_id::text is null or fleet_id = :fleet_id);
