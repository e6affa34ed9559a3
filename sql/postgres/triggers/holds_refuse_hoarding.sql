create or replace trigger holds_refuse_hoarding
  after insert on holds
  referencing new table as placed
  for each statement execute function refuse_hoarding();
