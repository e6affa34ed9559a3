create or replace function note_actor_operator() returns trigger language plpgsql as $$
begin
  select operator_id into new.actor_operator_id
  from api_keys
  where key_id = new.actor_id and operator_id is distinct from new.operator_id;
  return new;
end $$;
