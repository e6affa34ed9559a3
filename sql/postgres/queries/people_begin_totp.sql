-- Stores the secret of codes that are not asked for yet: only once a code of it was confirmed.
update people set begun_totp_secret = :totp_secret where person_id = :person_id
returning person_id;
