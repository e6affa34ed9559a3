-- Makes a link that makes whoever opens it a member of an operator, with its audit row, if the
-- operator made fewer than :count_max within a day: no row is returned otherwise. The address that
-- it is sent to stays out of the audit log, which is never erased.
with made as (
  insert into invitations (invitation_id, operator_id, email, role, token_sha256, made_by)
  select :invitation_id, :operator_id, :email, :role, :token_sha256::bytea, :actor_id
  where (
    select count(*) from invitations
    where operator_id = :operator_id and created_at > now() - interval '1 day'
  ) < :count_max::integer
  returning *
),
audited as (
  insert into audit_rows
  select 'member.invited', invitation_id, operator_id, true,
    jsonb_build_object('before', null, 'after', jsonb_build_object(
      'role', role, 'has_email', email is not null, 'expires_at', expires_at)),
    :actor_type, :actor_id, :agent_platform, :request_id
  from made
)
select invitation_id, email, role, made_by, created_at, expires_at, accepted_at, withdrawn_at
from made;
