create or replace trigger sessions_refuse_overbooking
  after update of expected_end on sessions
  for each row when (new.expected_end > old.expected_end)
  execute function refuse_overbooking();
