-- What operators list and look up by themselves.

-- The key that this one took the place of; null: it was made anew. What both spent counts together.
alter table api_keys add column rotated_from text references api_keys;
