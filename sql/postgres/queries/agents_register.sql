-- Registers an agent with its audit row, and makes its key the agent's. The key is locked, and is
-- no agent's yet; it gets the agent's platform.
with registered as (
  insert into agents (agent_id, operator_id, livemode, name, platform)
  values (:agent_id, :operator_id, :livemode, :name, :platform)
  returning *
),
marked as (
  update api_keys
  set agent_id = registered.agent_id, agent_platform = registered.platform
  from registered
  where api_keys.key_id = :key_id
  returning api_keys.key_id
),
audited as (
  insert into audit_rows
  select 'agent.registered', agent_id, operator_id, livemode,
    jsonb_build_object('before', null, 'after', jsonb_build_object(
      'name', name, 'platform', platform, 'key_id', marked.key_id)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from registered cross join marked
)
select agent_id, name, platform, marked.key_id, created_at
from registered cross join marked;
