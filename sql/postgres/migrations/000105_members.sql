-- People who work for operators. What a person signs in with is the person's own; what the person
-- may do is a member's, and a person may be a member of several operators.
create table people (
  person_id text primary key,
  -- As it was written. Null: nobody, so that the person signs in with a passkey.
  email text check (char_length(email) between 3 and 254),
  name text not null check (char_length(name) between 1 and 200),
  -- Argon2id as a PHC string.
  password_hash text check (password_hash like '$argon2id$%' and char_length(password_hash) <= 300),
  -- Sealed. One that was begun and not yet confirmed is of no use for signing in.
  totp_secret text check (char_length(totp_secret) <= 500),
  begun_totp_secret text check (char_length(begun_totp_secret) <= 500),
  -- The step of the code that was used last, so that each works once.
  totp_last_step bigint,
  created_at timestamptz not null default now()
);
create unique index people_by_email on people (lower(email));

create table members (
  member_id text primary key,
  operator_id text not null references operators (operator_id),
  person_id text not null references people (person_id),
  role text not null check (role in ('owner', 'manager', 'viewer')),
  joined_at timestamptz not null default now(),
  removed_at timestamptz
);
create unique index members_standing on members (operator_id, person_id) where removed_at is null;
create index members_by_operator on members (operator_id, joined_at, member_id)
  where removed_at is null;
create index members_by_person on members (person_id, joined_at, member_id);

-- Whoever signs up has it.
-- small: one row for each operator
alter table operators alter column plan set default 'free';

-- A link that makes whoever opens it a member, once.
create table invitations (
  invitation_id text primary key,
  operator_id text not null references operators (operator_id),
  -- Where it was sent, or whom it is for. Null: it is for whoever has the link.
  email text check (char_length(email) between 3 and 254),
  role text not null check (role in ('owner', 'manager', 'viewer')),
  token_sha256 bytea not null unique check (octet_length(token_sha256) = 32),
  -- The key, member or part of this system that made it.
  made_by text not null check (char_length(made_by) <= 200),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 day',
  accepted_at timestamptz,
  accepted_by text references people (person_id),
  withdrawn_at timestamptz,
  constraint invitations_accepted check (
    (accepted_at is null) = (accepted_by is null)
    and (accepted_at is null or withdrawn_at is null))
);
create index invitations_by_operator on invitations (operator_id, created_at, invitation_id);
create index invitations_by_maker on invitations (made_by);
create index invitations_by_person on invitations (accepted_by) where accepted_by is not null;
create index invitations_by_end on invitations (expires_at);
