create or replace trigger refunds_book_refund
  after update of status, settled_at, amount_minor, fee_minor on refunds
  for each row when (
    (old.status, old.settled_at, old.amount_minor, old.fee_minor)
      is distinct from (new.status, new.settled_at, new.amount_minor, new.fee_minor))
  execute function book_refund();
