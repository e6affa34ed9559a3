-- The keys with these secrets, each with its operator's plan and settings, the invoice that stops
-- its priced answers, the name of its agent, and its mandate. No row for a secret of no key, or of
-- a revoked one. The row of a connected app, which has the digest of its own id, also says for what
-- it was connected, and by whom with which role now; no row once that member was removed.
-- :secrets_sha256 are 32 bytes each.
-- Keeps its plan.
select
  k.secret_sha256,
  k.key_id,
  k.operator_id,
  held_plan(o.plan, o.next_plan, o.next_plan_at) as plan,
  o.limits_end_users,
  k.livemode,
  k.scopes,
  k.fleet_id,
  k.agent_platform,
  agents.name as agent_name,
  k.rate_limits,
  k.spend_cap_cents,
  to_jsonb(m) as mandate,
  k.expires_at,
  unpaid.invoice_id as blocking_invoice_id,
  app.member_id,
  app.role as member_role,
  app.resource
from unnest((select :secrets_sha256::bytea[])) as given (secret_sha256)
-- `offset 0` makes the planner look each row up by its key, however many there are.
cross join lateral (
  select * from api_keys where api_keys.secret_sha256 = given.secret_sha256 offset 0
) as k
cross join lateral (
  select * from operators where operators.operator_id = k.operator_id offset 0
) as o
left join lateral (
  select name from agents where agents.agent_id = k.agent_id offset 0
) as agents on true
left join lateral (
  select * from mandates where mandates.mandate_id = k.mandate_id offset 0
) as m on true
left join lateral (
  select invoice_id from invoices
  where invoices.operator_id = k.operator_id and paid_at is null and voided_at is null
    and blocks_at <= now()
  order by due_at
  limit 1
) as unpaid on k.livemode
left join lateral (
  select connected_apps.member_id, resource, role
  from connected_apps
  join members on members.member_id = connected_apps.member_id and removed_at is null
  where connected_apps.key_id = k.key_id
  offset 0
) as app on k.kind = 'app'
where k.revoked_at is null and (k.kind = 'key' or app.member_id is not null);
