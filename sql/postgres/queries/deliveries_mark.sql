-- Writes down what became of attempts, in the order in which they ended, and pauses webhooks: at
-- once where the endpoint is gone, and after :failures_max failed attempts in a row. A result
-- counts only while its courier has the lease. The address of a webhook that is paused is proven no
-- more: its name may have moved to somebody else. Returns the webhooks that were paused.
-- :results is a JSON list of { delivery_id, lease, outcome, retry_ms, attempt }. outcome is sent,
-- failed or gone, or unsent where nothing was sent, so that it is due again at once; retry_ms: in
-- how many milliseconds the next attempt is due, null for none. :attempts_kept attempts of a
-- delivery are kept. :as_of is null for the database's clock.
-- Keeps its plan.
with marked as (
  update deliveries
  set
    status = case
      when outcome = 'sent' then 'delivered'
      when outcome <> 'unsent' and retry_ms is null then 'failed'
      else 'pending' end,
    finished_at = case
      when outcome = 'sent' or outcome <> 'unsent' and retry_ms is null
        then coalesce(:as_of::timestamptz, now()) end,
    due_at = coalesce(:as_of::timestamptz, now())
      + coalesce(retry_ms, 0) * interval '1 millisecond',
    lease = null,
    lease_ends_at = null,
    try_count = try_count + (outcome <> 'unsent')::integer,
    attempts = case
      when outcome = 'unsent' then attempts
      when jsonb_array_length(attempts) < :attempts_kept::integer then attempts || attempt
      else attempts - 0 || attempt end
  from rows from (
    jsonb_to_recordset(:results::jsonb) as (
      delivery_id text, lease uuid, outcome text, retry_ms bigint, attempt jsonb)
  ) with ordinality as result (delivery_id, lease, outcome, retry_ms, attempt, number)
  where deliveries.delivery_id = result.delivery_id and deliveries.lease = result.lease
  returning webhook_id, number, outcome
),
-- Each success ends a run of failures. The first run goes on from what the webhook has already.
runs as (
  select webhook_id, run, count(*) filter (where outcome <> 'sent') as failure_count,
    bool_or(outcome = 'gone') as is_gone
  from (
    select *,
      count(*) filter (where outcome = 'sent') over (partition by webhook_id order by number) as run
    from marked
    where outcome <> 'unsent'
  ) as attempted
  group by webhook_id, run
),
summed as (
  select webhook_id, bool_or(is_gone) as is_gone, max(run) > 0 as is_sent,
    sum(failure_count) > 0 as is_failed,
    coalesce(max(failure_count) filter (where run = 0), 0)::integer as first_count,
    coalesce(max(failure_count) filter (where run > 0), 0)::integer as longest_count,
    (array_agg(failure_count order by run desc))[1]::integer as last_count
  from runs
  group by webhook_id
),
judged as materialized (
  select
    webhook_id, summed.is_sent, summed.is_failed, coalesce(:as_of::timestamptz, now()) as as_of,
    case when summed.is_sent then last_count else consecutive_failures + first_count end
      as failure_count,
    case
      when status = 'paused' then null
      when is_gone then 'gone'
      when greatest(consecutive_failures + first_count, longest_count) >= :failures_max::integer
        then 'failures'
    end as reason
  from webhooks
  join summed using (webhook_id)
  order by webhook_id
  for no key update of webhooks
),
counted as (
  update webhooks
  set
    consecutive_failures = failure_count,
    last_success_at = case when is_sent then as_of else last_success_at end,
    last_failure_at = case when is_failed then as_of else last_failure_at end,
    status = case when reason is null then status else 'paused' end,
    pause_reason = coalesce(reason, pause_reason),
    paused_at = case when reason is null then paused_at else as_of end,
    round = round + (reason is not null)::integer
  from judged
  where webhooks.webhook_id = judged.webhook_id
  returning webhooks.webhook_id, operator_id, livemode, url, reason, failure_count,
    old.pause_reason as reason_before
),
doubted as materialized (
  select addresses.operator_id, addresses.livemode, addresses.url, reason
  from counted
  join webhook_addresses as addresses using (operator_id, livemode, url)
  where reason is not null and verified_at is not null
  order by addresses.operator_id, addresses.livemode, addresses.url
  for no key update of addresses
),
unproven as (
  update webhook_addresses as addresses
  set
    verified_at = null, challenge_count = 0, due_at = now(),
    failure = case when doubted.reason = 'gone' then 'answered 410 to an event'
      else 'failed too often in a row' end
  from doubted
  where addresses.operator_id = doubted.operator_id and addresses.livemode = doubted.livemode
    and addresses.url = doubted.url
),
audited as (
  insert into audit_rows
  select 'webhook.updated', webhook_id, operator_id, livemode,
    jsonb_build_object(
      'before', jsonb_build_object('status', 'active', 'pause_reason', reason_before),
      'after', jsonb_build_object('status', 'paused', 'pause_reason', reason)),
    'system', 'courier'
  from counted
  where reason is not null
)
select webhook_id, reason, failure_count from counted where reason is not null;
