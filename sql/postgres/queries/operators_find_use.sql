-- One operator, with what it has of what its plan limits, the calls that were made for it on this
-- day (UTC), and what it was charged in this month (UTC).
select
  operator_id, name, held_plan(plan, next_plan, next_plan_at) as plan,
  checked_at is not null as is_checked, created_at,
  (select count(*) from lots
    where lots.operator_id = operators.operator_id and livemode and deleted_at is null)::integer
    as lot_count,
  (select count(*) from lots
    where lots.operator_id = operators.operator_id and not livemode and deleted_at is null)::integer
    as test_lot_count,
  (select count(*) from api_keys
    where api_keys.operator_id = operators.operator_id and revoked_at is null and kind = 'key'
      and (expires_at is null or expires_at > now()))::integer
    as key_count,
  (select count(*) from members
    where members.operator_id = operators.operator_id and removed_at is null)::integer
    as member_count,
  today.*,
  (select coalesce(sum(cost_cents), 0) from usage
    where usage.operator_id = operators.operator_id
      and at >= date_trunc('month', now(), 'UTC'))::bigint
    as charged_cents
from operators
cross join lateral (
  select
    coalesce(sum(ok_count), 0)::bigint as ok_count,
    coalesce(sum(refused_count), 0)::bigint as refused_count,
    coalesce(sum(limited_count), 0)::bigint as limited_count,
    coalesce(sum(failed_count), 0)::bigint as failed_count
  from call_counts
  where call_counts.operator_id = operators.operator_id and livemode in (true, false)
    and span = 'day' and from_at = date_trunc('day', now(), 'UTC')
) as today
where operator_id = :operator_id;
