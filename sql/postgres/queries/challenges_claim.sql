-- Takes addresses that are to be challenged now, with what signs the challenge: the secrets of the
-- active webhooks there. One that is not challenged in spite of being due is looked at again later:
-- in the :window_seconds before, it was challenged itself, or :own_max addresses of its operator,
-- or :host_max of its host, of whichever operators. So whoever fills these limits keeps nobody else
-- waiting in a queue. One without an active webhook is due no more. After the last challenge of
-- :retry_seconds the webhooks there are paused, and returned: each is due again so many seconds
-- after each one.
-- :vouched are beginnings of addresses that need no proof. :as_of is null for the database's clock.
with clock as materialized (
  select coalesce(:as_of::timestamptz, now()) as now,
    :window_seconds::integer * interval '1 second' as pause
),
due as materialized (
  select addresses.*, now - pause as since,
    is_vouched_for(url, :vouched) as is_vouched,
    -- `limit 1` makes the planner look by index; for `exists` it might read all webhooks.
    (
      select true from webhooks
      where webhooks.operator_id = addresses.operator_id
        and webhooks.livemode = addresses.livemode and webhooks.url = addresses.url
        and status = 'active' and deleted_at is null
      limit 1
    ) is not null as is_wanted
  from webhook_addresses as addresses
  cross join clock
  where due_at <= now
  order by due_at
  limit :row_limit
  for no key update of addresses skip locked
),
recent as materialized (
  select operator_id, host
  from webhook_addresses cross join clock
  where challenged_at > now - pause
),
chosen as materialized (
  select operator_id, livemode, url
  from (
    select *, row_number() over (partition by host order by own_number, random())
      + (select count(*) from recent where recent.host = own.host) as host_number
    from (
      select *,
        row_number() over (partition by operator_id order by challenged_at nulls first, random())
          + (select count(*) from recent where recent.operator_id = due.operator_id) as own_number
      from due
      where is_wanted and not is_vouched
        and challenge_count < cardinality(:retry_seconds::integer[])
        and coalesce(challenged_at <= since, true)
    ) as own
    where own_number <= :own_max
  ) as ranked
  where host_number <= :host_max
),
planned as (
  update webhook_addresses as addresses
  set
    challenged_at = case when chosen.url is null then addresses.challenged_at else now end,
    challenge_count = due.challenge_count + (chosen.url is not null)::integer,
    due_at = case
      when chosen.url is not null then now
        + (:retry_seconds::integer[])[due.challenge_count + 1] * interval '1 second'
      when is_wanted then now + pause
    end
  from due left join chosen using (operator_id, livemode, url) cross join clock
  where addresses.operator_id = due.operator_id and addresses.livemode = due.livemode
    and addresses.url = due.url
),
-- Those that are locked are paused the next time: whoever has them may wait for the address.
unproven as materialized (
  select webhook_id
  from due join webhooks using (operator_id, livemode, url)
  where challenge_count >= cardinality(:retry_seconds::integer[]) and not is_vouched
    and status = 'active' and deleted_at is null
  for no key update of webhooks skip locked
),
paused as (
  update webhooks
  set status = 'paused', pause_reason = 'failures', paused_at = now, round = round + 1
  from unproven cross join clock
  where webhooks.webhook_id = unproven.webhook_id
  returning webhooks.webhook_id, operator_id, livemode
),
audited as (
  insert into audit_rows
  select 'webhook.updated', webhook_id, operator_id, livemode,
    jsonb_build_object(
      'before', jsonb_build_object('status', 'active'),
      'after', jsonb_build_object('status', 'paused', 'pause_reason', 'failures')),
    'system', 'courier'
  from paused
)
select operator_id, livemode, url, null as paused_id, (
    select array_agg(secret order by webhooks.created_at desc)
    from webhooks join webhook_secrets using (webhook_id)
    where webhooks.operator_id = chosen.operator_id and webhooks.livemode = chosen.livemode
      and webhooks.url = chosen.url and status = 'active' and deleted_at is null
  ) as secrets
from chosen
union all
select operator_id, livemode, null, webhook_id, null from paused;
