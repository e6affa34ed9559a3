-- Locks keys until the transaction ends, and returns what each of them may do. They are locked in
-- the order of their ids: so two keys that manage each other at once wait and do not deadlock.
select
  key_id,
  operator_id,
  livemode,
  scopes,
  fleet_id,
  agent_platform,
  agent_id,
  rate_limits,
  spend_cap_cents,
  mandate_id,
  expires_at,
  revoked_at is null and (expires_at is null or expires_at > now()) as is_valid
from api_keys
where key_id = any(:key_ids::text[]) and kind = 'key'
order by key_id
for no key update;
