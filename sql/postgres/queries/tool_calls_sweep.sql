-- Deletes claims that are over: the next call like one of them is a new call anyway.
with forgotten as (
  delete from tool_calls where claimed_at < now() - interval '10 minutes' returning 1
)
select count(*)::integer as row_count from forgotten;
