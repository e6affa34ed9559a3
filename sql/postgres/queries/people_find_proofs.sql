-- What a person signs in with.
select person_id, email, password_hash, totp_secret, begun_totp_secret
from people
where person_id = :person_id;
