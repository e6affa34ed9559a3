-- outside a transaction
-- What the owner of the server looks at, of all operators.

create index concurrently if not exists operators_listed on operators (created_at, operator_id);

create index concurrently if not exists webhooks_troubled on webhooks (created_at, webhook_id)
where deleted_at is null
  and (consecutive_failures > 0 or status = 'paused' and pause_reason <> 'operator');

create index concurrently if not exists call_counts_limited on call_counts (from_at)
where span = 'hour' and limited_count > 0;
