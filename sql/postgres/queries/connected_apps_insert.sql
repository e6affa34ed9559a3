-- Connects an app: a row among the keys that no secret opens, with its mandate and its audit row.
-- Writes nothing and returns no row when it would have expired already.
-- :secret_sha256 is the digest of the row's own id. :mandate is JSON: the columns of a new mandate;
-- null: none. :spend_cap_cents is per calendar month.
with agreed as (
  insert into mandates (mandate_id, operator_id, livemode, currency, max_per_stay_minor,
    max_per_day_minor, max_per_month_minor, lot_ids, latitude, longitude, radius_m, hours, timezone,
    needs_activation)
  select mandate_id, :operator_id, :livemode, currency, max_per_stay_minor, max_per_day_minor,
    max_per_month_minor, lot_ids, latitude, longitude, radius_m, hours, timezone, needs_activation
  from jsonb_populate_record(null::mandates, :mandate::jsonb)
  where :mandate is not null and (:expires_at::timestamptz is null or :expires_at > now())
  returning *
), made as (
  insert into api_keys (key_id, operator_id, name, prefix, last4, secret_sha256, livemode, scopes,
    spend_cap_cents, expires_at, mandate_id, kind)
  select :app_id, :operator_id, :name, case when :livemode then 'pk_live_' else 'pk_test_' end,
    'none', :secret_sha256, :livemode, :scopes, :spend_cap_cents, :expires_at,
    (select mandate_id from agreed), 'app'
  where :expires_at::timestamptz is null or :expires_at > now()
  returning *
), connected as (
  insert into connected_apps
    (key_id, member_id, client_id, client_uri, redirect_host, resource, grant_id)
  select key_id, :member_id, :client_id, :client_uri, :redirect_host, :resource, :grant_id
  from made
  returning *
), audited as (
  insert into audit_rows
  select 'app.connected', key_id, operator_id, livemode,
    jsonb_build_object('before', null, 'after', jsonb_build_object(
      'name', name, 'client_id', client_id, 'redirect_host', redirect_host, 'resource', resource,
      'member_id', member_id, 'scopes', scopes, 'spend_cap_cents', spend_cap_cents,
      'expires_at', to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'mandate', (select to_jsonb(agreed) from agreed))),
    :actor_type, :actor_id, :agent_platform, :request_id
  from made join connected using (key_id)
)
select key_id as app_id from made;
