-- Gives an operator the plan that it bought, or plans it for the first instant of the next month
-- (UTC), with its audit row when that changes anything. The row is locked by the transaction.
-- :at is the instant by which that was decided. :plan, :bought_plan and :price_cents are what holds
-- from then on, :next_plan is null where nothing is planned.
with changed as (
  update operators
  set plan = :plan, bought_plan = :bought_plan, plan_price_cents = :price_cents, plan_at = :at,
    next_plan = :next_plan,
    next_plan_at = case when :next_plan::text is not null then
      date_add(date_trunc('month', :at::timestamptz, 'UTC'), '1 month', 'UTC') end
  where operator_id = :operator_id
    and (plan, bought_plan, plan_price_cents, next_plan) is distinct from
      (:plan, :bought_plan, :price_cents::integer, :next_plan)
  returning
    operator_id,
    case when old.next_plan_at <= :at then
      jsonb_build_object('plan', old.next_plan, 'next_plan', null)
    else jsonb_build_object('plan', old.plan, 'next_plan', old.next_plan) end as before,
    jsonb_build_object('plan', new.plan, 'next_plan', new.next_plan) as after
)
insert into audit_rows
select 'plan.changed', operator_id, operator_id, true,
  jsonb_build_object('before', before, 'after', after),
  :actor_type, :actor_id, :agent_platform, :request_id
from changed;
