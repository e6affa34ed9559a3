-- Changes a webhook where it differs from what is stored, with audit row, and returns it. A pause
-- ends its round; it is resumed without failures, and only what happens from now on is sent. A new
-- address begins without failures, too. When `active` is given, an address that is not proven is
-- asked for its proof at once. No row is returned when there is no such webhook.
-- :columns is a JSON object with those of url, events, description and status that are given.
with locked as materialized (
  select webhooks as stored
  from webhooks
  where webhook_id = :webhook_id
    and operator_id = :operator_id
    and livemode = :livemode
    and deleted_at is null
  for no key update
),
desired as materialized (
  select
    wanted.*,
    wanted.status = 'paused' and (stored).status = 'active' as is_paused,
    wanted.status = 'active' and (stored).status = 'paused' as is_resumed
  from locked
  cross join lateral jsonb_populate_record(stored, :columns::jsonb) as wanted
  where not wanted *= stored
),
changed as (
  update webhooks
  set
    url = desired.url,
    events = desired.events,
    description = desired.description,
    status = desired.status,
    consecutive_failures = case when is_resumed or webhooks.url <> desired.url then 0
      else webhooks.consecutive_failures end,
    paused_at = case when is_paused then now() when not is_resumed then webhooks.paused_at end,
    pause_reason = case when is_paused then 'operator'
      when not is_resumed then webhooks.pause_reason end,
    round = webhooks.round + is_paused::integer,
    active_since = case when is_resumed then date_trunc('milliseconds', now())
      else webhooks.active_since end,
    updated_at = now()
  from desired
  where webhooks.webhook_id = desired.webhook_id
  returning
    new as webhook, webhook_snapshot(old) as before, webhook_snapshot(new) as after
),
asked as (
  update webhook_addresses as addresses
  set asked_at = now(), challenge_count = 0, due_at = now()
  from locked
  where addresses.operator_id = (stored).operator_id and addresses.livemode = (stored).livemode
    and addresses.url = (stored).url and verified_at is null
    and :columns::jsonb ->> 'status' = 'active'
),
audited as (
  insert into audit_rows
  select 'webhook.updated', (webhook).webhook_id, (webhook).operator_id, (webhook).livemode,
    jsonb_build_object(
      'before', changed_members(before, after), 'after', changed_members(after, before)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from changed
)
select
  webhook_id, url, events, description, secret_last4, status, consecutive_failures, paused_at,
  pause_reason, last_success_at, last_failure_at, created_at, updated_at,
  verified_at, failure as verification_failure
from (
  select (webhook).* from changed
  union all
  select (stored).* from locked where not exists (select from changed)
) as webhook
left join webhook_addresses using (operator_id, livemode, url);
