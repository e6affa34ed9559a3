-- outside a transaction

create index concurrently if not exists sessions_by_intent on sessions (payment_intent_id)
where payment_intent_id is not null;
