-- small: an operator has one invoice a month
alter table invoices
  -- Where it is paid; null: nothing is to be done.
  add column pay_url text,
  -- When it was seen that the owner had taken it back at the processor: nothing is due.
  add column voided_at timestamptz,
  add constraint invoices_voided
    check (voided_at is null or (issued_at is not null and paid_at is null));

-- Who an operator is at the processor.
create table processor_customers (
  operator_id text primary key references operators,
  customer_id text not null
);
