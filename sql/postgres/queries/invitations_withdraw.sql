-- Withdraws an invitation of an operator that is still open, with its audit row. Returns one that
-- was used or withdrawn before, or is over, as it is; no row when there is none.
with withdrawn as (
  update invitations
  set withdrawn_at = now()
  where invitation_id = :invitation_id
    and operator_id = :operator_id
    and accepted_at is null
    and withdrawn_at is null
  returning invitation_id, operator_id, accepted_at, withdrawn_at
),
audited as (
  insert into audit_rows
  select 'invitation.withdrawn', invitation_id, operator_id, true,
    jsonb_build_object(
      'before', jsonb_build_object('withdrawn_at', null),
      'after', jsonb_build_object('withdrawn_at', withdrawn_at)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from withdrawn
)
select accepted_at from withdrawn
union all
select accepted_at from invitations
where invitation_id = :invitation_id
  and operator_id = :operator_id
  and (accepted_at is not null or withdrawn_at is not null);
