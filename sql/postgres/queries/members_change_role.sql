-- Gives a member another role, with its audit row. Whoever calls has locked the operator
-- (operator_lock), so that of two owners not both stop being one. The invitations that the member
-- made are withdrawn: they may be to more than the member may do now.
-- No row is returned when there is no such member. `is_last_owner`: nothing was changed, because
-- nobody else is an owner.
with asked as materialized (
  select member_id, role,
    role = 'owner' and :role <> 'owner' and not exists (
      select from members as other
      where other.operator_id = :operator_id
        and other.role = 'owner'
        and other.removed_at is null
        and other.member_id <> :member_id) as is_last_owner
  from members
  where member_id = :member_id and operator_id = :operator_id and removed_at is null
),
changed as (
  update members
  set role = :role
  from asked
  where members.member_id = asked.member_id and members.role <> :role and not is_last_owner
  returning members.member_id, asked.role as before
),
withdrawn as (
  update invitations
  set withdrawn_at = now()
  from changed
  where made_by = changed.member_id and operator_id = :operator_id
    and accepted_at is null and withdrawn_at is null
  returning invitation_id, withdrawn_at
),
audited as (
  insert into audit_rows
  select 'member.role_changed', member_id, :operator_id, true,
    jsonb_build_object(
      'before', jsonb_build_object('role', before),
      'after', jsonb_build_object('role', :role::text)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from changed
  union all
  select 'invitation.withdrawn', invitation_id, :operator_id, true,
    jsonb_build_object(
      'before', jsonb_build_object('withdrawn_at', null),
      'after', jsonb_build_object('withdrawn_at', withdrawn_at)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from withdrawn
)
select is_last_owner from asked;
