-- Writes somebody who is new as the first owner of an operator, with the audit row. The address
-- :email is known to be the person's own; null: none.
with person as (
  insert into people (person_id, name, email, email_confirmed_at)
  values (:person_id, :name, :email, case when :email::text is not null then now() end)
),
joined as (
  insert into members (member_id, operator_id, person_id, role)
  values (:member_id, :operator_id, :person_id, 'owner')
)
insert into audit_rows values (
  'member.joined', :member_id, :operator_id, true,
  '{"before": null, "after": {"role": "owner", "invitation_id": null}}'::jsonb,
  'person', :member_id, null, :request_id);
