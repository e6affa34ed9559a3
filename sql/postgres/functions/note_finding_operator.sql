create or replace function note_finding_operator() returns trigger language plpgsql as $$
begin
  new.operator_id = (
    select operator_id from sessions where sessions.session_id = new.session_id);
  return new;
end $$;
