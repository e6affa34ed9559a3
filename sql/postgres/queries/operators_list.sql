-- All operators, the newest first.
select
  operator_id as id, name, plan, email, limits_end_users, figures_public, checked_at, checked_by,
  created_at
from operators
order by created_at desc, operator_id desc;
