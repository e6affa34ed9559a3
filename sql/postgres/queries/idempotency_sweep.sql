-- Deletes the answers kept for repeated requests, 24 hours after they were given.
with forgotten as (
  delete from idempotency where created_at < now() - interval '24 hours' returning 1
)
select count(*)::integer as row_count from forgotten;
