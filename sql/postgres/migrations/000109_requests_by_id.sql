-- outside a transaction

create index concurrently if not exists audit_log_by_request on audit_log (request_id)
where request_id is not null;

create index concurrently if not exists usage_by_request on usage (request_id);
