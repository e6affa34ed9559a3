create or replace trigger holds_refuse_overbooking
  after insert on holds
  for each row execute function refuse_overbooking();
