-- One operator; nothing when there is none.
-- Keeps its plan.
select
  operator_id as id, name, plan, email, limits_end_users, figures_public, checked_at, checked_by,
  created_at
from operators
where operator_id = :operator_id;
