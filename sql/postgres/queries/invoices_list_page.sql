-- One page of an operator's issued invoices, the newest month first.
-- :before_month is the month of the last invoice of the page before, null for the first page.
select
  :invoice_columns
from invoices
where operator_id = :operator_id
  and issued_at is not null
  and from_at < coalesce(:before_month::timestamptz, 'infinity')
order by from_at desc
limit :row_limit;
