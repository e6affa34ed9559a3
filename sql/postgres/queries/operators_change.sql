-- Changes an operator where it differs, with its audit row; nothing comes back when there is none.
-- Safe to repeat, and at once: the second writer waits for the first and finds nothing to change,
-- while its own reading may be older, so what was asked for is returned rather than what was read.
-- $1 operator_id
-- $2 limits_end_users
-- $3 actor_id  the part of this system that changed it
with changed as (
  update operators set limits_end_users = $2
  where operator_id = $1 and limits_end_users <> $2
  returning operator_id, limits_end_users
), audited as (
  insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
  select 'system', $3, operator_id, true, 'operator.updated', operator_id,
    jsonb_build_object('before', jsonb_build_object('limits_end_users', not limits_end_users),
      'after', jsonb_build_object('limits_end_users', limits_end_users))
  from changed
)
select operator_id as id, name, plan, email, $2 as limits_end_users, created_at
from operators
where operator_id = $1;
