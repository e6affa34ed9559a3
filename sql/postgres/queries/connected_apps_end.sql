-- Ends a connected app, with its audit row, and forgets its grant, codes and refresh tokens. One
-- that had ended stays as it is. Returns it where it is one of these, ended now or before.
-- :app_id or :grant_id says which; the other is null. :operator_id, :livemode and :member_id limit
-- whose it may be; null: anybody's.
with found as (
  select key_id, grant_id
  from connected_apps
  join api_keys using (key_id)
  where (key_id = :app_id or grant_id = :grant_id)
    and (:operator_id::text is null or operator_id = :operator_id)
    and (:livemode::boolean is null or livemode = :livemode)
    and (:member_id::text is null or member_id = :member_id)
),
revoked as (
  update api_keys set revoked_at = now()
  where key_id in (select key_id from found) and revoked_at is null
  returning *, key_revoked_diff(new) as diff
),
audited as (
  insert into audit_rows
  select 'app.ended', key_id, operator_id, livemode, diff,
    :actor_type, :actor_id, :agent_platform, :request_id
  from revoked
),
forgotten as (
  delete from oauth_payloads where grant_id = any(array(select grant_id from found))
),
grants as (
  delete from oauth_payloads
  where model = 'Grant'
    and id_sha256 = any(array(select sha256(convert_to(grant_id, 'UTF8')) from found))
)
select key_id as app_id from found;
