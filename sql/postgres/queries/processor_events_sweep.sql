-- Deletes what the payment processor told 30 days ago: it repeats an event for at most three days.
with forgotten as (
  delete from processor_events where received_at < now() - interval '30 days' returning 1
)
select count(*)::integer as row_count from forgotten;
