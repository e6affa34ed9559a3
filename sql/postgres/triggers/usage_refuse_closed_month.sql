create or replace trigger usage_refuse_closed_month
  after insert on usage
  referencing new table as added
  for each statement execute function refuse_closed_month();
