-- A key, all keys that it replaced, and all that replaced it: they share one spend cap.
create or replace function key_line(of_key text) returns setof text language sql stable
as $$
  with recursive line as (
    select of_key as key_id
    union
    select near.key_id
    from line
    join api_keys as mine using (key_id)
    join api_keys as near on near.key_id = mine.rotated_from or near.rotated_from = mine.key_id
  )
  select key_id from line
$$;
