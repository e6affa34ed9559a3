-- Uses the code of a step, once: no row is returned for a step that was used, or is before one.
update people
set totp_last_step = :step
where person_id = :person_id and (totp_last_step is null or totp_last_step < :step)
returning person_id;
