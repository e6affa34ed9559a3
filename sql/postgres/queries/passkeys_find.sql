-- The passkey with this credential id, and whose it is.
select passkey_id, person_id, credential_id, public_key, sign_count, transports
from passkeys
where credential_id = :credential_id;
