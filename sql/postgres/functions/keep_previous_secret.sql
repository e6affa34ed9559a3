-- Whoever rotates a secret may not read the old one, so it is kept here.
create or replace function keep_previous_secret() returns trigger language plpgsql as $$
begin
  new.previous_secret := old.secret;
  return new;
end $$;
