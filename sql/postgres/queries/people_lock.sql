-- Until the transaction ends, what this person signs in with is changed by nobody else. Reading
-- goes on.
select from people where person_id = :person_id for no key update;
