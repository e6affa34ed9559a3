create or replace trigger refunds_book_refund_new after insert on refunds
  for each row execute function book_refund();
