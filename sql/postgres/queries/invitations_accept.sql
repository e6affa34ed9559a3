-- Makes somebody a member by an invitation, with the audit row: once, however often it is asked for
-- at the same time. No row is returned when the link is unknown, over, withdrawn or used, or the
-- person is a member of its operator already.
-- :name is that of a person who is new, with the address :email or none (null), which is known to
-- be the person's own or not (:is_email_confirmed). :name null: :person_id is somebody who is
-- known.
with accepted as (
  update invitations
  set accepted_at = now(), accepted_by = :person_id
  where token_sha256 = :token_sha256::bytea
    and accepted_at is null
    and withdrawn_at is null
    and expires_at > now()
    and not exists (
      select from members
      where members.operator_id = invitations.operator_id
        and members.person_id = :person_id
        and removed_at is null)
  returning invitation_id, operator_id, role
),
person as (
  insert into people (person_id, name, email, email_confirmed_at)
  select :person_id, :name, :email, case when :is_email_confirmed::boolean then now() end
  from accepted
  where :name::text is not null
),
joined as (
  insert into members (member_id, operator_id, person_id, role)
  select :member_id, operator_id, :person_id, role from accepted
),
audited as (
  insert into audit_rows
  select 'member.joined', :member_id, operator_id, true,
    jsonb_build_object('before', null, 'after', jsonb_build_object(
      'role', role, 'invitation_id', invitation_id)),
    'person', :member_id, null, :request_id
  from accepted
)
select operator_id, role from accepted;
