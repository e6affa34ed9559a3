-- An app that a member of an operator connected by signing in is a row of its own among the keys,
-- with a random digest in place of a secret: so mandates, caps, lines and budgets hold for it too.
-- The column has a constant default, so no row is written again.
alter table api_keys add column kind text not null default 'key';
-- small: keys are few, and the check reads a column that all of them have by default.
alter table api_keys add constraint api_keys_kind_check check (kind in ('key', 'app')) not valid;

create table connected_apps (
  key_id text primary key references api_keys (key_id),
  -- Who connected it: what they may not do themselves, it may not do either.
  member_id text not null references members (member_id),
  client_id text not null check (char_length(client_id) between 1 and 2000),
  client_uri text check (char_length(client_uri) between 1 and 2000),
  redirect_host text not null check (char_length(redirect_host) between 1 and 300),
  -- The only resource for which it gets tokens.
  resource text not null check (char_length(resource) between 1 and 2000),
  -- The id of the grant where codes and tokens are kept.
  grant_id text not null unique check (char_length(grant_id) between 20 and 100)
);

create index connected_apps_member on connected_apps (member_id);
create index connected_apps_client on connected_apps (client_id);

-- What the authorisation server keeps: codes, refresh tokens, grants, sign-ins under way and
-- registered clients. Ids are secrets of those who carry them, so only their hashes are here.
create table oauth_payloads (
  model text not null check (char_length(model) between 1 and 40),
  id_sha256 bytea not null check (octet_length(id_sha256) = 32),
  payload jsonb not null,
  grant_id text,
  consumed_at timestamptz,
  created_at timestamptz not null default now(),
  -- null: a registered client, which stays while an app of it is connected.
  expires_at timestamptz,
  primary key (model, id_sha256)
);

create index oauth_payloads_grant on oauth_payloads (grant_id) where grant_id is not null;
create index oauth_payloads_expiry on oauth_payloads (expires_at);

-- What tokens and cookies are signed with, sealed by the key that also seals plates.
create table oauth_keys (
  key_id text primary key check (char_length(key_id) between 8 and 100),
  server_secret text not null check (char_length(server_secret) between 40 and 4000),
  -- Published before it signs, so that every process knows it by then.
  signs_from timestamptz not null,
  created_at timestamptz not null default now()
);
