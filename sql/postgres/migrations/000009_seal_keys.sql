-- One key that seals what callers keep for us, such as quotes. Whoever reads it can forge them.
create table seal_keys (
  is_only boolean primary key default true check (is_only),
  secret bytea not null check (length(secret) = 32)
);
insert into seal_keys (secret)
values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  || uuid_send(gen_random_uuid())));
