-- Changes an operator where it differs, with its audit row; nothing comes back when there is none.
-- Safe to repeat, and at once: the second writer waits for the first and finds nothing to change,
-- while its own reading may be older, so what was asked for is returned rather than what was read.
-- $1 operator_id
-- $2 name  null, here and below: as it is
-- $3 plan
-- $4 limits_end_users
-- $5 actor_id  the part of this system that changed it
with changed as (
  update operators
  set name = coalesce($2, name),
    plan = coalesce($3, plan),
    limits_end_users = coalesce($4, limits_end_users)
  where operator_id = $1
    and (name, plan, limits_end_users)
      <> (coalesce($2, name), coalesce($3, plan), coalesce($4, limits_end_users))
  returning
    new.*,
    jsonb_build_object('name', old.name, 'plan', old.plan,
      'limits_end_users', old.limits_end_users) as before,
    jsonb_build_object('name', new.name, 'plan', new.plan,
      'limits_end_users', new.limits_end_users) as after
), audited as (
  insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
  select 'system', $5, operator_id, true, 'operator.updated', operator_id,
    jsonb_build_object('before', changed_members(before, after),
      'after', changed_members(after, before))
  from changed
)
select
  operator_id as id,
  coalesce(changed.name, $2, operators.name) as name,
  coalesce(changed.plan, $3, operators.plan) as plan,
  operators.email,
  coalesce(changed.limits_end_users, $4, operators.limits_end_users) as limits_end_users,
  operators.created_at
from operators
left join changed using (operator_id)
where operator_id = $1;
