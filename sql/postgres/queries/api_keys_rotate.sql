-- Replaces a valid key with a new one that has the same rights. The old key ends at once, and each
-- of the two gets its audit row. Returns one row when the old key exists; the row's `id` is null
-- when that key was revoked or has expired.
-- :key_id is the old key. :last4 are the last characters of the new secret. :live_sha256 and
-- :test_sha256 are its hash for a key of the live and of the test mode. :actor_type,
-- :actor_id and :actor_platform say who rotated the key.
with revoked as (
  update api_keys set revoked_at = now()
  where key_id = :key_id and kind = 'key' and revoked_at is null
    and (expires_at is null or expires_at > now())
  returning *, key_revoked_diff(new) as diff
), made as (
  insert into api_keys (key_id, operator_id, name, prefix, last4, secret_sha256, livemode, scopes,
    fleet_id, agent_platform, rate_limits, spend_cap_cents, expires_at, mandate_id, agent_id,
    rotated_from)
  select :new_key_id, operator_id, name, prefix, :last4,
    case when livemode then :live_sha256::bytea else :test_sha256::bytea end, livemode, scopes,
    fleet_id, agent_platform, rate_limits, spend_cap_cents, expires_at, mandate_id, agent_id,
    key_id
  from revoked
  returning *, key_created_diff(new) as diff
), audited as (
  insert into audit_rows
  select 'key.revoked', key_id, operator_id, livemode,
    jsonb_set(diff, '{after,rotated_to}', to_jsonb(:new_key_id::text)),
    :actor_type, :actor_id, :actor_platform, :request_id
  from revoked
  union all
  select 'key.created', key_id, operator_id, livemode,
    jsonb_set(diff, '{after,rotated_from}', to_jsonb(rotated_from)),
    :actor_type, :actor_id, :actor_platform, :request_id
  from made
)
select
  made.key_id as id,
  made.operator_id,
  made.name,
  made.prefix,
  made.last4,
  case when made.livemode then 'live' else 'test' end as mode,
  made.scopes,
  made.fleet_id,
  made.agent_platform,
  made.agent_id,
  made.rate_limits,
  made.spend_cap_cents,
  made.created_at,
  made.last_used_at,
  made.expires_at,
  made.revoked_at,
  to_jsonb(m) as mandate
from api_keys old
left join made on made.rotated_from = old.key_id
left join mandates m on m.mandate_id = made.mandate_id
where old.key_id = :key_id and old.kind = 'key';
