-- Invoices that the processor does not have yet, then those whose payment is to be asked for, those
-- that were asked for longest ago first. One that failed before is listed again once its next try
-- is due; none is given up.
select
  invoices.invoice_id,
  invoices.operator_id,
  true as livemode,
  false as is_last_try
from invoices
left join setbacks on job = 'settle-invoices' and entity_id = invoice_id
where paid_at is null and voided_at is null and (job is null or retry_at <= now())
order by asked_at nulls first
limit :row_limit;
