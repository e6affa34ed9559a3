-- Stores the answer of a call that does its work in several statements. A used key fails.
-- Keeps its plan.
insert into idempotency (key_id, operation, idempotency_key, body_sha256, status, response)
values (:key_id, :operation, :idempotency_key, :body_sha256, :status, :response);
