-- Changes an operator where it differs, with its audit row; no row is returned when there is no
-- such operator. Safe to repeat and to run concurrently: the second writer waits for the first and
-- finds nothing to change. Its own snapshot may be older than that change, so it returns the values
-- asked for rather than the stored ones. The e-mail address stays out of the audit log, which is
-- never erased; the audit row only says that it changed. Links that were sent to the address before
-- confirm nothing any more.
-- A plan that is given here is by agreement: it takes the place of one that was bought or planned,
-- and is on no invoice.
-- :name, :plan, :email, :limits_end_users and :figures_public are null where they stay as they are.
-- :actor_id is the part of this system that changed the operator.
with changed as (
  update operators
  set name = coalesce(:name, name),
    plan = coalesce(:plan, plan),
    bought_plan = case when :plan::text is null then bought_plan end,
    plan_price_cents = case when :plan::text is null then plan_price_cents end,
    next_plan = case when :plan::text is null then next_plan end,
    next_plan_at = case when :plan::text is null then next_plan_at end,
    email = coalesce(:email, email),
    limits_end_users = coalesce(:limits_end_users, limits_end_users),
    figures_public = coalesce(:figures_public, figures_public)
  where operator_id = :operator_id
    and ((name, plan, email, limits_end_users, figures_public) is distinct from (
      coalesce(:name, name), coalesce(:plan, plan), coalesce(:email, email),
      coalesce(:limits_end_users, limits_end_users), coalesce(:figures_public, figures_public))
      or :plan::text is not null and num_nonnulls(bought_plan, next_plan) > 0)
  returning
    new.*,
    jsonb_build_object('name', old.name,
      'plan', held_plan(old.plan, old.next_plan, old.next_plan_at),
      'bought_plan', old.bought_plan, 'next_plan', old.next_plan,
      'limits_end_users', old.limits_end_users, 'figures_public', old.figures_public) as before,
    jsonb_build_object('name', new.name,
      'plan', held_plan(new.plan, new.next_plan, new.next_plan_at),
      'bought_plan', new.bought_plan, 'next_plan', new.next_plan,
      'limits_end_users', new.limits_end_users, 'figures_public', new.figures_public) as after,
    old.email is distinct from new.email as is_email_changed
), forgotten as (
  delete from operator_confirmations
  where operator_id in (select operator_id from changed where is_email_changed)
), audited as (
  insert into audit_rows
  select 'operator.updated', operator_id, operator_id, true,
    jsonb_build_object('before', coalesce(changed_members(before, after), '{}'),
      'after', coalesce(changed_members(after, before), '{}'))
      || case when is_email_changed then '{"email_changed": true}' else '{}'::jsonb end,
    'system', :actor_id
  from changed
)
select
  operator_id as id,
  coalesce(changed.name, :name, operators.name) as name,
  coalesce(:plan, held_plan(operators.plan, operators.next_plan, operators.next_plan_at)) as plan,
  coalesce(changed.email, :email, operators.email) as email,
  coalesce(changed.limits_end_users, :limits_end_users, operators.limits_end_users)
    as limits_end_users,
  coalesce(changed.figures_public, :figures_public, operators.figures_public) as figures_public,
  operators.checked_at, operators.checked_by, operators.created_at
from operators
left join changed using (operator_id)
where operator_id = :operator_id;
