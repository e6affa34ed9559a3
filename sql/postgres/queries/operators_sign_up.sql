-- Writes the operator of whoever signs up, with the free plan, and its audit row, or neither: as
-- operators_insert does, but running it takes no right to give a plan. The e-mail address stays out
-- of the audit log, which is never erased.
-- :checked_by is null where the operator has still to be checked. :actor_id is the part of this
-- system that made the operator.
with made as (
  insert into operators (operator_id, name, email, limits_end_users, checked_at, checked_by)
  values (
    :operator_id, :name, :email, :limits_end_users,
    case when :checked_by::text is not null then now() end, :checked_by)
  returning *
), audited as (
  insert into audit_rows
  select 'operator.created', operator_id, operator_id, true,
    jsonb_build_object('before', null, 'after', jsonb_build_object(
      'name', name, 'plan', plan, 'limits_end_users', limits_end_users,
      'checked_at', checked_at, 'checked_by', checked_by)),
    'system', :actor_id
  from made
)
select
  operator_id as id, name, plan, email, limits_end_users, figures_public, checked_at, checked_by,
  created_at
from made;
