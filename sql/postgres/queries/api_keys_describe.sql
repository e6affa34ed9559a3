-- A key, or the row of a connected app, with its operator and the agent whose key it is.
select
  key_id as id,
  keys.operator_id,
  keys.name,
  prefix,
  last4,
  case when keys.livemode then 'live' else 'test' end as mode,
  scopes,
  fleet_id,
  agent_platform,
  keys.agent_id,
  rate_limits,
  spend_cap_cents,
  keys.created_at,
  last_used_at,
  expires_at,
  revoked_at,
  to_jsonb(mandates) as mandate,
  operators.name as operator_name,
  held_plan(operators.plan, operators.next_plan, operators.next_plan_at) as plan,
  operators.figures_public,
  agents.name as agent_name,
  agents.platform,
  agents.created_at as registered_at
from api_keys keys
join operators using (operator_id)
left join agents using (agent_id)
left join mandates on mandates.mandate_id = keys.mandate_id
where key_id = :key_id;
