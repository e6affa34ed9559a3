-- Uses a recovery code, once: no row is returned for one that was used, or is none of the person's.
update recovery_codes
set used_at = now()
where person_id = :person_id and code_sha256 = :code_sha256::bytea and used_at is null
returning person_id;
