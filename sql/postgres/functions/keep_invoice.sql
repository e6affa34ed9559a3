-- What an invoice asks for never changes, and each of its instants is written once.
create or replace function keep_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (old.invoice_id, old.operator_id, old.from_at, old.operator_name, old.total_cents)
      is distinct from
      (new.invoice_id, new.operator_id, new.from_at, new.operator_name, new.total_cents)
    or (old.issued_at is not null
      and (old.issued_at, old.due_at, old.blocks_at, old.processor_invoice_id)
        is distinct from (new.issued_at, new.due_at, new.blocks_at, new.processor_invoice_id))
    or (old.paid_at is not null and old.paid_at is distinct from new.paid_at)
    or (old.voided_at is not null and old.voided_at is distinct from new.voided_at) then
    raise exception 'an invoice stays as it is: % refused', tg_op
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
