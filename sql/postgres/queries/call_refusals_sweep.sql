-- Deletes what is kept of refused and failed calls, 7 days after they were made.
with forgotten as (
  delete from call_refusals where at < now() - interval '7 days' returning 1
)
select count(*)::integer as row_count from forgotten;
