-- A slug stays as it is when the name changes: what a text calls a lot is found by the name itself,
-- written as a slug: Latin letters and digits, at most 80. Strict, and so never unfolded into a
-- query: its cost is what tells the planner to look into the index.
create or replace function name_slug(name text) returns text
language sql immutable strict parallel safe cost 2000
return rtrim(left(array_to_string(array(
  select word from unnest(words_of(name)) with ordinality as one (word, number)
  where word ~ '^[a-z0-9]+$'
  order by number), '-'), 80), '-');
