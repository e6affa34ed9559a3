-- Invoices of all operators, the newest month first, for a command.
-- :only_unpaid: leave out those that are paid.
select
  :invoice_columns,
  operator_id,
  operator_name
from invoices
where (paid_at is null and voided_at is null) or not :only_unpaid
order by from_at desc, operator_id
limit :row_limit;
