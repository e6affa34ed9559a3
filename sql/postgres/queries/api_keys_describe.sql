-- A key with its operator, and the agent whose key it is.
select
  keys.*,
  operators.name as operator_name,
  held_plan(operators.plan, operators.next_plan, operators.next_plan_at) as plan,
  operators.figures_public,
  agents.name as agent_name,
  agents.platform,
  agents.created_at as registered_at
from key_details keys
join operators using (operator_id)
left join agents using (agent_id)
where keys.id = :key_id;
