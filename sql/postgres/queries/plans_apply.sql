-- Writes down the planned plans that hold by now. Returns how many. They have held since their
-- instant; a trigger writes that into `held_plans`.
with due as materialized (
  select operator_id, plan from operators where next_plan_at <= now()
  order by operator_id
  for no key update skip locked
), applied as (
  update operators
  set plan = next_plan, bought_plan = next_plan, plan_price_cents = null,
    next_plan = null, next_plan_at = null
  from due
  where operators.operator_id = due.operator_id and next_plan is not null
  returning operators.operator_id, due.plan as before, new.plan as after
), audited as (
  insert into audit_rows
  select 'plan.changed', operator_id, operator_id, true,
    jsonb_build_object('before', jsonb_build_object('plan', before, 'next_plan', after),
      'after', jsonb_build_object('plan', after, 'next_plan', null)),
    'system', 'apply-plans'
  from applied
)
select count(*)::integer as row_count from applied;
