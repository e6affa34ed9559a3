-- Notes that the person of a sign-in has proved again who it is. No row is returned when the
-- sign-in has ended.
update sign_ins
set authenticated_at = now(), method = :method
where sign_in_id = :sign_in_id and ended_at is null
returning authenticated_at;
