-- One operator; nothing when there is none.
-- Keeps its plan.
select
  operator_id as id, name, held_plan(plan, next_plan, next_plan_at) as plan, email,
  limits_end_users, figures_public, checked_at, checked_by, created_at
from operators
where operator_id = :operator_id;
