-- outside a transaction
-- An operator looks at the refunds that wait, however many it has made.
create index concurrently if not exists refunds_pending_by_operator
on refunds (operator_id, livemode, created_at, refund_id) where status = 'pending';
