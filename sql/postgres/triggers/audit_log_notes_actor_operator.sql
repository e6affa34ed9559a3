create or replace trigger audit_log_notes_actor_operator
  before insert on audit_log
  for each row when (new.actor_type <> 'system') execute function note_actor_operator();
