-- outside a transaction

create unique index concurrently if not exists ledger_processor_fee on ledger (movement_id)
where kind = 'processor_fee';

create index concurrently if not exists ledger_by_time on ledger (livemode, at);

create index concurrently if not exists simulated_captures_by_time
on simulated_captures (captured_at);

create index concurrently if not exists simulated_refunds_by_time
on simulated_refunds (refunded_at);

alter table ledger validate constraint ledger_kind_check;
alter table ledger validate constraint ledger_balanced;
