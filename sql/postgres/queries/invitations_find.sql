-- What has become of a link that makes somebody a member; no row when there is none.
select
  invitation_id, operator_id, operators.name as operator_name, role, invitations.email,
  case
    when accepted_at is not null then 'used'
    when withdrawn_at is not null then 'withdrawn'
    when expires_at <= now() then 'expired'
    else 'open'
  end as state
from invitations
join operators using (operator_id)
where token_sha256 = :token_sha256::bytea;
