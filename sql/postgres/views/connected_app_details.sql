-- Connected apps as they are shown, with what of their rows among the keys concerns them. One ends
-- when whoever connected it is removed.
create or replace view connected_app_details as
select
  key_id as app_id,
  api_keys.operator_id,
  api_keys.livemode,
  name,
  client_id,
  client_uri,
  redirect_host,
  resource,
  member_id,
  scopes,
  spend_cap_cents,
  api_keys.created_at as connected_at,
  last_used_at,
  expires_at,
  least(revoked_at, removed_at) as ended_at,
  to_jsonb(mandates) as mandate
from connected_apps
join api_keys using (key_id)
join members using (member_id)
left join mandates using (mandate_id);
