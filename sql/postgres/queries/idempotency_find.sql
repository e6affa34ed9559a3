-- What an earlier call with this key answered; one older than 24 hours is forgotten first.
-- $1 key_id
-- $2 operation
-- $3 idempotency_key
with forgotten as (
  delete from idempotency
  where key_id = $1
    and operation = $2
    and idempotency_key = $3
    and created_at <= now() - interval '24 hours'
)
select body_sha256, status, response
from idempotency
where key_id = $1
  and operation = $2
  and idempotency_key = $3
  and created_at > now() - interval '24 hours';
