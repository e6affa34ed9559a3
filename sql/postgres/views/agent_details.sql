-- Agents with their present key: the one of their line that was not revoked, or the last one.
create or replace view agent_details as
select
  agents.agent_id, agents.operator_id, agents.livemode, agents.name, agents.platform,
  agents.created_at,
  present.key_id, present.fleet_id
from agents
cross join lateral (
  select key_id, fleet_id from api_keys
  where api_keys.agent_id = agents.agent_id
  order by revoked_at is not null, created_at desc, key_id desc
  limit 1
) as present;
