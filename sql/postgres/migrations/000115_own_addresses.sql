-- When somebody at the address of a person confirmed it. Null: nobody has, or a version that did
-- not keep it added the person.
alter table people add column email_confirmed_at timestamptz;

-- Links by which a person confirms a new address, and changes of one that nothing confirms.
create table email_changes (
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  person_id text not null references people (person_id) on delete cascade,
  email text not null check (char_length(email) between 3 and 254),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 day',
  used_at timestamptz
);
create index email_changes_by_person on email_changes (person_id, created_at);
create index email_changes_by_email on email_changes (lower(email), created_at);
create index email_changes_by_end on email_changes (expires_at);
