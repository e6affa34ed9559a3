-- Changes an operator where it differs, with its audit row; nothing comes back when there is none.
-- Safe to repeat, and at once: the second writer waits for the first and finds nothing to change,
-- while its own reading may be older, so what was asked for is returned rather than what was read.
-- The e-mail address stays out of the audit log, which is never erased: that it changed is told.
-- $1 operator_id
-- $2 name  null, here and below: as it is
-- $3 plan
-- $4 email
-- $5 limits_end_users
-- $6 actor_id  the part of this system that changed it
with changed as (
  update operators
  set name = coalesce($2, name),
    plan = coalesce($3, plan),
    email = coalesce($4, email),
    limits_end_users = coalesce($5, limits_end_users)
  where operator_id = $1
    and (name, plan, email, limits_end_users) is distinct from (
      coalesce($2, name), coalesce($3, plan), coalesce($4, email), coalesce($5, limits_end_users))
  returning
    new.*,
    jsonb_build_object('name', old.name, 'plan', old.plan,
      'limits_end_users', old.limits_end_users) as before,
    jsonb_build_object('name', new.name, 'plan', new.plan,
      'limits_end_users', new.limits_end_users) as after,
    old.email is distinct from new.email as is_email_changed
), audited as (
  insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
  select 'system', $6, operator_id, true, 'operator.updated', operator_id,
    jsonb_build_object('before', coalesce(changed_members(before, after), '{}'),
      'after', coalesce(changed_members(after, before), '{}'))
      || case when is_email_changed then '{"email_changed": true}' else '{}'::jsonb end
  from changed
)
select
  operator_id as id,
  coalesce(changed.name, $2, operators.name) as name,
  coalesce(changed.plan, $3, operators.plan) as plan,
  coalesce(changed.email, $4, operators.email) as email,
  coalesce(changed.limits_end_users, $5, operators.limits_end_users) as limits_end_users,
  operators.created_at
from operators
left join changed using (operator_id)
where operator_id = $1;
