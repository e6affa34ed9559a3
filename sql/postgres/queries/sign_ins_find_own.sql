-- Whether a person has, or had, this sign-in.
select from sign_ins where sign_in_id = :sign_in_id and person_id = :person_id;
