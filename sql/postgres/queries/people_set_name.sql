-- Gives a person another name, with the audit row. No row is returned when it is the name already.
with changed as (
  update people set name = :name where person_id = :person_id and name <> :name
  returning person_id
),
audited as (
  insert into audit_rows
  select 'person.name_changed', :member_id, :operator_id, true,
    jsonb_build_object('before', null, 'after', jsonb_build_object('member_id', :member_id::text)),
    'person', :member_id, null, :request_id
  from changed
)
select person_id from changed;
