-- Gives a person the address of a link, which uses up this and all other links of the person, with
-- the audit row. `:is_confirmed`: somebody opened the link at that address. No row is returned when
-- the link is not the person's, over or used. The address of somebody else is refused by
-- people_by_email.
with asked as materialized (
  select email
  from email_changes
  where token_sha256 = :token_sha256::bytea
    and person_id = :person_id
    and used_at is null
    and expires_at > now()
),
closed as (
  update email_changes
  set used_at = now()
  where person_id = :person_id and used_at is null and exists (select from asked)
),
changed as (
  update people
  set
    email = asked.email,
    email_confirmed_at = case when :is_confirmed::boolean then now() end
  from asked
  where person_id = :person_id
  returning old.email as was, old.email_confirmed_at is not null as was_confirmed
),
audited as (
  insert into audit_rows
  select 'person.email_changed', :member_id, :operator_id, true,
    jsonb_build_object(
      'before', jsonb_build_object(
        'has_email', was is not null, 'is_email_confirmed', was_confirmed),
      'after', jsonb_build_object('has_email', true, 'is_email_confirmed', :is_confirmed)),
    'person', :member_id, null, :request_id
  from changed
)
select was from changed;
