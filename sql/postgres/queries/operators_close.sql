-- Ends all keys and connected apps of an operator and deletes all its webhooks, removes its members
-- and withdraws its invitations, each with its audit row. Safe to repeat: what has ended stays as
-- it is. Returns how many keys, apps and webhooks there were.
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
removed as (
  update members
  set removed_at = now()
  where operator_id = :operator_id and removed_at is null
  returning member_id, role, removed_at
),
ended as (
  update sign_ins
  set ended_at = now()
  where member_id = any(array(select member_id from removed)) and ended_at is null
  returning member_id
),
withdrawn as (
  update invitations
  set withdrawn_at = now()
  where operator_id = :operator_id and accepted_at is null and withdrawn_at is null
  returning invitation_id, withdrawn_at
),
audited as (
  insert into audit_rows
  select 'key.revoked', key_id, operator_id, livemode, diff, 'system', :actor_id
  from revoked where kind = 'key'
  union all
  select 'app.ended', key_id, operator_id, livemode, diff, 'system', :actor_id
  from revoked where kind = 'app'
  union all
  select 'webhook.deleted', webhook_id, operator_id, livemode,
    jsonb_build_object(
      'before', jsonb_build_object('deleted_at', null),
      'after', jsonb_build_object('deleted_at', deleted_at)),
    'system', :actor_id
  from deleted
  union all
  select 'member.removed', member_id, :operator_id, true,
    jsonb_build_object(
      'before', jsonb_build_object('role', role, 'removed_at', null),
      'after', jsonb_build_object('role', role, 'removed_at', removed_at),
      'sign_in_count',
      (select count(*) from ended where ended.member_id = removed.member_id)),
    'system', :actor_id
  from removed
  union all
  select 'invitation.withdrawn', invitation_id, :operator_id, true,
    jsonb_build_object(
      'before', jsonb_build_object('withdrawn_at', null),
      'after', jsonb_build_object('withdrawn_at', withdrawn_at)),
    'system', :actor_id
  from withdrawn
)
select
  (select count(*) from revoked)::integer as key_count,
  (select count(*) from deleted)::integer as webhook_count;
