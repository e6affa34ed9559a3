-- Notes an invoice at the processor that moves no money, once.
insert into simulated_invoices (processor_invoice_id, total_cents)
values (:processor_invoice_id, :total_cents)
on conflict do nothing;
