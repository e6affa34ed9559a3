-- The answer to an earlier call with this key. An answer older than 24 hours is deleted first.
-- Keeps its plan.
with forgotten as (
  delete from idempotency
  where key_id = :key_id
    and operation = :operation
    and idempotency_key = :idempotency_key
    and created_at <= now() - interval '24 hours'
)
select body_sha256, status, response
from idempotency
where key_id = :key_id
  and operation = :operation
  and idempotency_key = :idempotency_key
  and created_at > now() - interval '24 hours';
