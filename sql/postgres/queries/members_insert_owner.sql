-- Writes somebody who is new as the first owner of an operator, with the audit row.
with person as (
  insert into people (person_id, name, email) values (:person_id, :name, :email)
),
joined as (
  insert into members (member_id, operator_id, person_id, role)
  values (:member_id, :operator_id, :person_id, 'owner')
)
insert into audit_rows values (
  'member.joined', :member_id, :operator_id, true,
  '{"before": null, "after": {"role": "owner", "invitation_id": null}}'::jsonb,
  'person', :member_id, null, :request_id);
