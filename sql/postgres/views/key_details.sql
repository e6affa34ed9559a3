-- Keys as they are shown: without the hash of their secret. Connected apps are shown elsewhere.
create or replace view key_details as
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
  agent_id,
  rate_limits,
  spend_cap_cents,
  api_keys.created_at,
  last_used_at,
  expires_at,
  revoked_at,
  to_jsonb(mandates) as mandate
from api_keys
left join mandates using (mandate_id, operator_id, livemode)
where kind = 'key';
