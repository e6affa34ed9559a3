-- The keys with these secrets, each with its operator's plan and settings, the name of its agent,
-- and its mandate. No row for a secret of no key, or of a revoked one.
-- :secrets_sha256 are 32 bytes each.
select
  k.secret_sha256,
  k.key_id,
  k.operator_id,
  o.plan,
  o.limits_end_users,
  k.livemode,
  k.scopes,
  k.fleet_id,
  k.agent_platform,
  agents.name as agent_name,
  k.rate_limits,
  k.spend_cap_cents,
  to_jsonb(m) as mandate,
  k.expires_at
from api_keys k
join operators o using (operator_id)
left join agents using (agent_id)
left join mandates m on m.mandate_id = k.mandate_id
where k.secret_sha256 = any(:secrets_sha256::bytea[]) and k.revoked_at is null;
