-- Writes an operator and its audit row, or neither. The e-mail address stays out of the audit log,
-- which is never erased.
-- $1 operator_id
-- $2 name
-- $3 plan
-- $4 email
-- $5 limits_end_users
-- $6 actor_id  the part of this system that made it
with made as (
  insert into operators (operator_id, name, plan, email, limits_end_users)
  values ($1, $2, $3, $4, $5)
  returning *
), audited as (
  insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
  select 'system', $6, operator_id, true, 'operator.created', operator_id,
    jsonb_build_object('before', null, 'after', jsonb_build_object(
      'name', name, 'plan', plan, 'limits_end_users', limits_end_users))
  from made
)
select operator_id as id, name, plan, email, limits_end_users, created_at from made;
