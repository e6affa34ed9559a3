-- One page of the webhooks of all operators and both modes to which attempts fail, or that were
-- paused because of that, newest first. Of their addresses only the host is read.
-- Deliveries that wait are counted up to :count_max; null where there are more.
-- :after_us is when the last one of the page before was created, in microseconds since 1970, and
-- null for the first page; :after_id is its id.
with page as materialized (
  select *
  from webhooks
  where deleted_at is null
    and (consecutive_failures > 0 or status = 'paused' and pause_reason <> 'operator')
    and (:after_us::bigint is null
      or (created_at, webhook_id)
        < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
  order by created_at desc, webhook_id desc
  limit :row_limit
)
select
  webhook_id, operator_id, operator.name as operator_name, livemode, webhook_host(url) as host,
  status, pause_reason, consecutive_failures, last_success_at, last_failure_at,
  waiting_count, oldest_due_at, created_at,
  (extract(epoch from created_at) * 1000000)::bigint as created_us
from page
-- `offset 0` makes the planner look each operator up by its key.
cross join lateral (
  select name from operators where operators.operator_id = page.operator_id offset 0
) as operator
cross join lateral (
  select
    nullif(count(*), :count_max::integer + 1)::integer as waiting_count,
    min(due_at) as oldest_due_at
  from (
    select due_at from deliveries
    where deliveries.webhook_id = page.webhook_id and deliveries.round = page.round
      and deliveries.status = 'pending'
    order by due_at
    limit :count_max::integer + 1) as counted
) as waiting
order by created_at desc, webhook_id desc;
