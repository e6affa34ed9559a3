create or replace trigger closed_usage_months_await_invoice
  after insert on closed_usage_months
  referencing new table as added
  for each statement execute function await_invoice();
