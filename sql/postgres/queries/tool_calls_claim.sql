-- Claims an Idempotency-Key for a write without one: the key of the same call if that was made
-- less than a minute ago, otherwise :idempotency_key. Calls at the same time wait for each other
-- here, so all of them get one key.
-- Keeps its plan.
insert into tool_calls as call (key_id, operation, arguments_sha256, idempotency_key)
values (:key_id, :operation, :arguments_sha256, :idempotency_key)
on conflict (key_id, operation, arguments_sha256) do update
set
  idempotency_key = case
    when call.claimed_at < now() - interval '60 seconds' then excluded.idempotency_key
    else call.idempotency_key
  end,
  claimed_at = case
    when call.claimed_at < now() - interval '60 seconds' then excluded.claimed_at
    else call.claimed_at
  end
returning idempotency_key;
