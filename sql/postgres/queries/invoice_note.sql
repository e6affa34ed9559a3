-- Stores that the processor has an invoice, and whether it is paid or was taken back, each once and
-- with its audit row. One that was paid or taken back before stays as it is.
-- :due_seconds after it is issued it is due; unpaid :grace_seconds later it stops priced answers.
with noted as (
  update invoices
  set processor_invoice_id = coalesce(processor_invoice_id, :processor_invoice_id),
    issued_at = coalesce(issued_at, now()),
    due_at = coalesce(due_at, now() + make_interval(secs => :due_seconds)),
    blocks_at = coalesce(
      blocks_at, now() + make_interval(secs => :due_seconds + :grace_seconds::integer)),
    paid_at = case when :is_paid then now() end,
    voided_at = case when :is_void then now() end,
    pay_url = :pay_url,
    asked_at = now()
  where invoice_id = :invoice_id and paid_at is null and voided_at is null
  returning
    invoice_id, operator_id, total_cents, issued_at, due_at, paid_at, voided_at,
    old.issued_at is null as is_new
), audited as (
  insert into audit_rows
  select 'invoice.issued', invoice_id, operator_id, true,
    jsonb_build_object('after', jsonb_build_object(
      'total_cents', total_cents, 'due_at', instant_text(due_at))),
    'system', 'issue-invoices'
  from noted where is_new
  union all
  select 'invoice.paid', invoice_id, operator_id, true,
    jsonb_build_object('after', jsonb_build_object('paid_at', instant_text(paid_at))),
    'system', 'issue-invoices'
  from noted where paid_at is not null
  union all
  select 'invoice.voided', invoice_id, operator_id, true,
    jsonb_build_object('after', jsonb_build_object('voided_at', instant_text(voided_at))),
    'system', 'issue-invoices'
  from noted where voided_at is not null
)
select invoice_id from noted;
