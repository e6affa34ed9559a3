create or replace trigger sessions_count_captured_new after insert on sessions
  referencing new table as added for each statement execute function count_captured_new();
