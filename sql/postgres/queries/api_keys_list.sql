-- An operator's keys, newest first, including revoked ones; of a secret only the last characters.
-- One row without a key when the operator has none, and no row when there is no such operator.
select
  k.key_id as id,
  o.operator_id,
  k.name,
  k.prefix,
  k.last4,
  case when k.livemode then 'live' else 'test' end as mode,
  k.scopes,
  k.fleet_id,
  k.agent_platform,
  k.rate_limits,
  k.spend_cap_cents,
  k.created_at,
  k.last_used_at,
  k.expires_at,
  k.revoked_at
from operators o
left join api_keys k using (operator_id)
where o.operator_id = :operator_id
order by k.created_at desc, k.key_id desc;
