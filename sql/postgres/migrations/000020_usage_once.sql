-- That a repeated call is charged once is now told by table idempotency, which also knows the
-- question that was asked and forgets both after 24 hours.
drop index usage_charged_once;
alter table usage drop column idempotency_key;
