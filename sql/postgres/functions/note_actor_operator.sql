create or replace function note_actor_operator() returns trigger language plpgsql as $$
begin
  if new.actor_type = 'person' then
    select operator_id into new.actor_operator_id
    from members
    where member_id = new.actor_id and operator_id is distinct from new.operator_id;
  else
    select operator_id into new.actor_operator_id
    from api_keys
    where key_id = new.actor_id and operator_id is distinct from new.operator_id;
  end if;
  return new;
end $$;
