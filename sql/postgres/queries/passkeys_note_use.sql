-- Notes that a passkey was used. No row is returned when it is gone, or another use of the same
-- signature was faster: a counter that is counted only rises.
update passkeys
set sign_count = :sign_count, last_used_at = now()
where passkey_id = :passkey_id and (sign_count = 0 or sign_count < :sign_count)
returning passkey_id;
