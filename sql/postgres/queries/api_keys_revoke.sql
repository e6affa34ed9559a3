-- Revokes a key once: a second call changes nothing, audits nothing and returns the first instant.
-- :actor_type, :actor_id and :agent_platform say who revoked it.
with revoked as (
  update api_keys set revoked_at = now()
  where key_id = :key_id and kind = 'key' and revoked_at is null
  returning *, key_revoked_diff(new) as diff
), audited as (
  insert into audit_rows
  select 'key.revoked', key_id, operator_id, livemode, diff,
    :actor_type, :actor_id, :agent_platform, :request_id
  from revoked
)
select revoked_at from revoked
union all
select revoked_at from api_keys
where key_id = :key_id and kind = 'key' and revoked_at is not null;
