-- Deletes a person who is no member of any operator, with all that the person signed in with. Audit
-- rows name the members that the person was, and stay. No row is returned when the person is one.
delete from people
where person_id = :person_id
  and not exists (
    select from members where members.person_id = people.person_id and removed_at is null)
returning person_id;
