-- Lots of an operator are listed once the operator was checked. Operators that are here already
-- count as checked. `checked_by` without `checked_at`: the owner of the server has looked and said
-- no, which only the owner takes back.
alter table operators
  add column checked_at timestamptz default now(),
  add column checked_by text default 'none' check (checked_by in ('none', 'email', 'hand'));
alter table operators
  add constraint operators_checked check (checked_at is null or checked_by is not null);

-- The operator wants the lot to be listed, and has not been checked.
alter table lots add column is_waiting boolean not null default false;
alter table lots add constraint lots_waiting check (not (is_waiting and is_listed));
create index lots_by_waiting on lots (operator_id) where is_waiting;

-- Links that were sent to confirm an operator's e-mail address. The address is in `operators` only,
-- and of the link only a hash is stored.
create table operator_confirmations (
  token_sha256 bytea primary key check (length(token_sha256) = 32),
  operator_id text not null references operators,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index operator_confirmations_by_operator on operator_confirmations (operator_id, sent_at);
