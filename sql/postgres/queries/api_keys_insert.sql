-- Writes a key and its audit row. Writes nothing and returns no row when the key would have expired
-- already. Only the hash of the secret is stored, and the audit row does not even hold that.
-- :prefix is pk_live_ or pk_test_, :last4 are the last characters of the secret. :rate_limits is
-- JSON: calls per minute by the name of the budget. :spend_cap_cents is per calendar month.
-- :mandate is JSON: the columns of a new mandate of the key; :shared_mandate_id is one that other
-- keys of the operator have already. Both are null for a key without a mandate.
-- :actor_type, :actor_id and :actor_platform say who made the key.
with agreed as (
  insert into mandates (mandate_id, operator_id, livemode, currency, max_per_stay_minor,
    max_per_day_minor, max_per_month_minor, lot_ids, latitude, longitude, radius_m, hours, timezone,
    needs_activation)
  select mandate_id, :operator_id, :livemode, currency, max_per_stay_minor, max_per_day_minor,
    max_per_month_minor, lot_ids, latitude, longitude, radius_m, hours, timezone, needs_activation
  from jsonb_populate_record(null::mandates, :mandate::jsonb)
  where :mandate is not null and (:expires_at::timestamptz is null or :expires_at > now())
  returning *
), carried as (
  select * from agreed
  union all
  select * from mandates where mandate_id = :shared_mandate_id
), made as (
  insert into api_keys (key_id, operator_id, name, prefix, last4, secret_sha256, livemode, scopes,
    fleet_id, agent_platform, rate_limits, spend_cap_cents, expires_at, mandate_id)
  select :key_id, :operator_id, :name, :prefix, :last4, :secret_sha256, :livemode, :scopes,
    :fleet_id, :agent_platform, :rate_limits, :spend_cap_cents, :expires_at,
    coalesce((select mandate_id from agreed), :shared_mandate_id)
  where :expires_at::timestamptz is null or :expires_at > now()
  returning *, key_created_diff(new) as diff
), shown as (
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
    created_at,
    last_used_at,
    expires_at,
    revoked_at,
    (select to_jsonb(carried) from carried) as mandate
  from made
), audited as (
  insert into audit_rows
  select 'key.created', key_id, operator_id, livemode,
    case when mandate_id is null then diff
      else jsonb_set(diff, '{after,mandate}', coalesce(
        (select to_jsonb(carried) from carried), 'null')) end,
    :actor_type, :actor_id, :actor_platform, :request_id
  from made
)
select * from shown;
