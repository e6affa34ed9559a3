-- All operators, the newest first.
select
  operator_id as id, name, held_plan(plan, next_plan, next_plan_at) as plan, email,
  limits_end_users, figures_public, checked_at, checked_by, created_at
from operators
order by created_at desc, operator_id desc;
