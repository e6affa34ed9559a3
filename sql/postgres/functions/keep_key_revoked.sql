-- A key that has ended never becomes valid again.
create or replace function keep_key_revoked() returns trigger language plpgsql as $$
begin
  raise exception 'a revoked key stays revoked' using errcode = 'restrict_violation';
end $$;
