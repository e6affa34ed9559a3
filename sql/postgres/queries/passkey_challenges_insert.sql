-- Stores what a passkey has to sign. :person_id is who registers one, null where nobody is known.
insert into passkey_challenges (challenge, use, person_id)
values (:challenge, :use, :person_id);
