-- Ends all keys of an operator and deletes all its webhooks, each with its audit row. Safe to
-- repeat: what has ended stays as it is. Returns how many there were.
with revoked as (
  update api_keys set revoked_at = now()
  where operator_id = :operator_id and revoked_at is null
  returning *, key_revoked_diff(new) as diff
),
deleted as (
  update webhooks
  set deleted_at = now(), round = round + 1
  where operator_id = :operator_id and deleted_at is null
  returning webhook_id, operator_id, livemode, deleted_at
),
audited as (
  insert into audit_rows
  select 'key.revoked', key_id, operator_id, livemode, diff, 'system', :actor_id from revoked
  union all
  select 'webhook.deleted', webhook_id, operator_id, livemode,
    jsonb_build_object(
      'before', jsonb_build_object('deleted_at', null),
      'after', jsonb_build_object('deleted_at', deleted_at)),
    'system', :actor_id
  from deleted
)
select
  (select count(*) from revoked)::integer as key_count,
  (select count(*) from deleted)::integer as webhook_count;
