create or replace function key_created_diff(key api_keys) returns jsonb
language sql stable
return jsonb_build_object('before', null, 'after', jsonb_build_object(
  'operator_id', key.operator_id, 'name', key.name, 'prefix', key.prefix, 'last4', key.last4,
  'mode', case when key.livemode then 'live' else 'test' end, 'scopes', key.scopes,
  'fleet_id', key.fleet_id, 'agent_platform', key.agent_platform, 'rate_limits', key.rate_limits,
  'spend_cap_cents', key.spend_cap_cents,
  'expires_at', to_char(key.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
