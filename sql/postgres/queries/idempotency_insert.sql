-- Keeps the answer of a call that does its work in several statements. A used key fails.
-- $1 key_id
-- $2 operation
-- $3 idempotency_key
-- $4 body_sha256
-- $5 status
-- $6 response
insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
values ($1, $2, $3, $4, $5, $6);
