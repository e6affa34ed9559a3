-- What a person signs in with who has this address; no row when nobody has it.
select person_id, password_hash, totp_secret
from people
where lower(email) = lower(:email);
