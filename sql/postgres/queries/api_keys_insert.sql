-- Writes a key and its audit row; neither, and no row comes back, where it would have expired
-- already. Only the hash of the secret is stored, and the audit row does not even hold that.
-- $1 key_id
-- $2 operator_id
-- $3 name
-- $4 prefix  pk_live_ or pk_test_
-- $5 last4  of the secret
-- $6 secret_sha256
-- $7 livemode
-- $8 scopes
-- $9 fleet_id
-- $10 agent_platform
-- $11 rate_limits  budget name to calls per minute
-- $12 spend_cap_cents  per calendar month
-- $13 expires_at
-- $14 actor_id  the part of this system that made it
-- $15 request_id
with made as (
  insert into api_keys (key_id, operator_id, name, prefix, last4, secret_sha256, livemode, scopes,
    fleet_id, agent_platform, rate_limits, spend_cap_cents, expires_at)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
  where $13::timestamptz is null or $13 > now()
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
  select 'system', $14, operator_id, mode = 'live', 'key.created', id, $15::text,
    jsonb_build_object('before', null, 'after', jsonb_build_object(
      'operator_id', operator_id, 'name', name, 'prefix', prefix, 'last4', last4, 'mode', mode,
      'scopes', scopes, 'fleet_id', fleet_id, 'agent_platform', agent_platform,
      'rate_limits', rate_limits, 'spend_cap_cents', spend_cap_cents,
      'expires_at', to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  from shown
)
select * from shown;
