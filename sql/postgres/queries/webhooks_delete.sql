-- Marks a webhook of an operator as deleted, with audit row, and ends its round. No row is returned
-- when there is none.
with deleted as (
  update webhooks
  set deleted_at = now(), round = round + 1
  where webhook_id = :webhook_id
    and operator_id = :operator_id
    and livemode = :livemode
    and deleted_at is null
  returning webhook_id, operator_id, livemode, deleted_at
),
audited as (
  insert into audit_rows
  select 'webhook.deleted', webhook_id, operator_id, livemode,
    jsonb_build_object(
      'before', jsonb_build_object('deleted_at', null),
      'after', jsonb_build_object('deleted_at', deleted_at)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from deleted
)
select webhook_id from deleted;
