create or replace trigger invoices_add_up
  after insert on invoices
  referencing new table as added
  for each statement execute function refuse_wrong_total();
