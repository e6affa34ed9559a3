create or replace trigger invoice_lines_add_up
  after insert on invoice_lines
  referencing new table as added
  for each statement execute function refuse_wrong_total();
