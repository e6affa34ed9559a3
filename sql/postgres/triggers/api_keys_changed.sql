create or replace trigger api_keys_changed
  after update of scopes, fleet_id, agent_platform, rate_limits, spend_cap_cents, expires_at,
    revoked_at or delete on api_keys
  for each statement execute function notify_key_changed();
