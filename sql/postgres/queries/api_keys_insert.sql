-- Writes a key and its audit row; neither, and no row comes back, where it would have expired
-- already. Only the hash of the secret is stored, and the audit row does not even hold that.
-- :prefix is pk_live_ or pk_test_, :last4 are the last characters of the secret. :rate_limits is
-- JSON: calls per minute by the name of the budget. :spend_cap_cents is per calendar month.
-- :actor_id is the part of this system that made the key.
with made as (
  insert into api_keys (key_id, operator_id, name, prefix, last4, secret_sha256, livemode, scopes,
    fleet_id, agent_platform, rate_limits, spend_cap_cents, expires_at)
  select :key_id, :operator_id, :name, :prefix, :last4, :secret_sha256, :livemode, :scopes,
    :fleet_id, :agent_platform, :rate_limits, :spend_cap_cents, :expires_at
  where :expires_at::timestamptz is null or :expires_at > now()
  returning *
), shown as (
  select
    key_id as id,
    operator_id,
    name,
    prefix,
    last4,
    case when livemode then 'live' else 'test' end as mode,
    scopes,
    fleet_id,
    agent_platform,
    rate_limits,
    spend_cap_cents,
    created_at,
    last_used_at,
    expires_at,
    revoked_at
  from made
), audited as (
  insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id,
    request_id, diff)
  select 'system', :actor_id, operator_id, mode = 'live', 'key.created', id, :request_id::text,
    jsonb_build_object('before', null, 'after', jsonb_build_object(
      'operator_id', operator_id, 'name', name, 'prefix', prefix, 'last4', last4, 'mode', mode,
      'scopes', scopes, 'fleet_id', fleet_id, 'agent_platform', agent_platform,
      'rate_limits', rate_limits, 'spend_cap_cents', spend_cap_cents,
      'expires_at', to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  from shown
)
select * from shown;
