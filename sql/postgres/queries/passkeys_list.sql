-- The passkeys of a person, first made first.
select passkey_id, credential_id, transports, name, created_at, last_used_at
from passkeys
where person_id = :person_id
order by created_at, passkey_id;
