create or replace trigger local_events_limit
  after insert on local_events
  for each row execute function limit_local_events();
