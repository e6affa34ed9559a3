-- What a browser has that somebody is signed in with.
create table sign_ins (
  sign_in_id text primary key,
  token_sha256 bytea not null unique check (octet_length(token_sha256) = 32),
  person_id text not null references people (person_id),
  -- The membership that it looks at now.
  member_id text not null references members (member_id),
  method text not null
    check (method in ('password', 'passkey', 'company', 'invitation', 'sign_up')),
  -- Such as `Firefox on Linux`.
  user_agent text check (char_length(user_agent) <= 60),
  -- A /24 or /48, not the whole address.
  network text check (char_length(network) <= 60),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- When the person last proved who it is.
  authenticated_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sign_ins_by_person on sign_ins (person_id, created_at, sign_in_id);
create index sign_ins_by_member on sign_ins (member_id, last_seen_at);
create index sign_ins_by_age on sign_ins (created_at);

create table passkeys (
  passkey_id text primary key,
  person_id text not null references people (person_id),
  -- In base64url, as browsers send it.
  credential_id text not null unique check (char_length(credential_id) <= 1400),
  public_key bytea not null check (octet_length(public_key) <= 4096),
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_person on passkeys (person_id);

-- What a passkey has to sign: each is good once, for 5 minutes.
create table passkey_challenges (
  challenge text primary key check (char_length(challenge) <= 200),
  use text not null check (use in ('register', 'sign_up', 'sign_in')),
  -- Who registers. Of a sign-up it is nobody yet, and nobody is known who signs in.
  person_id text,
  expires_at timestamptz not null default now() + interval '5 minutes'
);
create index passkey_challenges_by_end on passkey_challenges (expires_at);

create table recovery_codes (
  person_id text not null references people (person_id),
  code_sha256 bytea not null check (octet_length(code_sha256) = 32),
  used_at timestamptz,
  primary key (person_id, code_sha256)
);

-- Browsers in which a person has signed in before.
create table known_devices (
  person_id text not null references people (person_id),
  token_sha256 bytea not null check (octet_length(token_sha256) = 32),
  last_used_at timestamptz not null default now(),
  primary key (person_id, token_sha256)
);
create index known_devices_by_use on known_devices (last_used_at);

-- Tries to sign in that did not succeed, counted from the first one on. Subjects are hashes, so no
-- address of anybody is stored, and an e-mail address that nobody has is counted like any other.
create table sign_in_attempts (
  -- 1: an account on a device that it knows; 2: an account in a network; 3: a network; 4: an
  -- account in all networks.
  scope smallint not null check (scope between 1 and 4),
  subject bytea not null check (octet_length(subject) = 32),
  attempt_count integer not null,
  started_at timestamptz not null default now(),
  primary key (scope, subject)
);
create index sign_in_attempts_by_start on sign_in_attempts (started_at);

-- Links by which somebody who is new signs up.
create table sign_up_links (
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  email text not null check (char_length(email) between 3 and 254),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 day',
  used_at timestamptz
);
create index sign_up_links_by_email on sign_up_links (lower(email), created_at);
create index sign_up_links_by_end on sign_up_links (expires_at);
