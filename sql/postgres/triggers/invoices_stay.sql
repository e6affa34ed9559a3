create or replace trigger invoices_stay
  before update or delete on invoices
  for each row execute function keep_invoice();
