-- One invoice with its lines and the fees that were kept in its month; nothing when there is none.
-- Amounts of fees are text, because their sums can be larger than a number is exact.
-- :operator_id is null for any operator's.
select
  :invoice_columns,
  operator_id,
  operator_name,
  blocks_at,
  processor_invoice_id,
  pay_url,
  (select coalesce(jsonb_agg(jsonb_build_object(
      'endpoint', endpoint, 'plan', plan, 'unit_cents', unit_cents, 'quantity', quantity,
      'amount_cents', amount_cents) order by line_number), '[]')
   from invoice_lines where invoice_lines.invoice_id = invoices.invoice_id) as lines,
  (select coalesce(jsonb_agg(jsonb_build_object(
      'currency', currency, 'gross_minor', gross_minor::text,
      'platform_fee_minor', platform_fee_minor::text) order by currency), '[]')
   from invoice_fees where invoice_fees.invoice_id = invoices.invoice_id) as fees
from invoices
where invoice_id = :invoice_id and (:operator_id::text is null or operator_id = :operator_id);
