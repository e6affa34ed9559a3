-- Removes a member of an operator, with the audit row: the sign-ins that look at it end, and the
-- invitations that the member made are withdrawn. Whoever calls has locked the operator
-- (operator_lock), so that of two owners not both are removed.
-- No row is returned when there is no such member. `is_last_owner`: nothing was changed, because
-- nobody else is an owner.
with asked as materialized (
  select member_id, role,
    role = 'owner' and not exists (
      select from members as other
      where other.operator_id = :operator_id
        and other.role = 'owner'
        and other.removed_at is null
        and other.member_id <> :member_id) as is_last_owner
  from members
  where member_id = :member_id and operator_id = :operator_id and removed_at is null
),
removed as (
  update members
  set removed_at = now()
  from asked
  where members.member_id = asked.member_id and not is_last_owner
  returning members.member_id, members.role, members.removed_at
),
ended as (
  update sign_ins
  set ended_at = now()
  from removed
  where sign_ins.member_id = removed.member_id and ended_at is null
  returning sign_in_id
),
withdrawn as (
  update invitations
  set withdrawn_at = now()
  from removed
  where made_by = removed.member_id and operator_id = :operator_id
    and accepted_at is null and withdrawn_at is null
  returning invitation_id, withdrawn_at
),
audited as (
  insert into audit_rows
  select 'member.removed', member_id, :operator_id, true,
    jsonb_build_object(
      'before', jsonb_build_object('role', role, 'removed_at', null),
      'after', jsonb_build_object('role', role, 'removed_at', removed_at),
      'sign_in_count', (select count(*) from ended)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from removed
  union all
  select 'invitation.withdrawn', invitation_id, :operator_id, true,
    jsonb_build_object(
      'before', jsonb_build_object('withdrawn_at', null),
      'after', jsonb_build_object('withdrawn_at', withdrawn_at)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from withdrawn
)
select is_last_owner from asked;
