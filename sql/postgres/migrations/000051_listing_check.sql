-- Lots of an operator are listed once the operator was checked. Operators that are here already
-- count as checked. `checked_by` without `checked_at`: the owner of the server has looked and said
-- no, which only the owner takes back.
alter table operators
  add column checked_at timestamptz default now(),
  add column checked_by text default 'none' check (checked_by in ('none', 'hand'));
alter table operators
  add constraint operators_checked check (checked_at is null or checked_by is not null);

-- The operator wants the lot to be listed, and has not been checked.
alter table lots add column is_waiting boolean not null default false;
alter table lots add constraint lots_waiting check (not (is_waiting and is_listed));
create index lots_by_waiting on lots (operator_id) where is_waiting;
