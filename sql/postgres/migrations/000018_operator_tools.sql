-- What operators list and look up by themselves.

-- The key that this one took the place of; null: it was made anew. What both spent counts together.
alter table api_keys add column rotated_from text references api_keys;

-- A slug stays as it is when the name changes: what a text calls a lot is found by the name itself,
-- written as a slug: Latin letters and digits, at most 80. Strict, and so never unfolded into a
-- query: its cost is what tells the planner to look into the index.
create function name_slug(name text) returns text
language sql immutable strict parallel safe cost 2000
return rtrim(left(array_to_string(array(
  select word from unnest(words_of(name)) with ordinality as one (word, number)
  where word ~ '^[a-z0-9]+$'
  order by number), '-'), 80), '-');

drop index lots_by_slug;
create index lots_by_name on lots (name_slug(name)) where deleted_at is null and is_listed;

-- The code that people read aloud names a stay as its id does; imported ones all have the same.
create index sessions_by_code on sessions (session_code) where source <> 'import';

create index lots_by_operator on lots (operator_id, livemode, created_at, lot_id)
  where deleted_at is null;
create index dispatches_by_operator on dispatches (operator_id, livemode, created_at, dispatch_id);
