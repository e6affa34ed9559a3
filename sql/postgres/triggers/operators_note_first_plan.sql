create or replace trigger operators_note_first_plan
  after insert on operators
  for each row execute function note_plan();
