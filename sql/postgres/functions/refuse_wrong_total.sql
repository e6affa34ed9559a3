-- An invoice is the sum of its lines, to the cent. It is written together with them, in one
-- statement, at whose end this is checked.
create or replace function refuse_wrong_total() returns trigger language plpgsql as $$
begin
  if exists (
    select from invoices
    where invoice_id in (select invoice_id from added)
      and total_cents <> (
        select coalesce(sum(amount_cents), 0) from invoice_lines as line
        where line.invoice_id = invoices.invoice_id)
  ) then
    raise exception 'the total of an invoice is not the sum of its lines'
      using errcode = 'check_violation', constraint = 'invoices_add_up';
  end if;
  return null;
end $$;
