-- Deletes the counts of hours after 3 days, and those of days after 35 days.
with forgotten as (
  delete from call_counts
  where span = 'hour' and from_at < now() - interval '3 days'
    or span = 'day' and from_at < now() - interval '35 days'
  returning 1
)
select count(*)::integer as row_count from forgotten;
