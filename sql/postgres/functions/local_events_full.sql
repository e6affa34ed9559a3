-- Which of its limits of local events keeps an operator from adding one that ends at this instant,
-- in one mode: ahead or past; null: none.
create or replace function local_events_full(
  of_operator text, in_livemode boolean, ending_at timestamptz, ahead_max integer, past_max integer
) returns text
language plpgsql volatile as $$
declare
  as_of timestamptz := clock_timestamp();
  is_ahead boolean := ending_at > as_of;
  event_count integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('local events of ' || of_operator, 0));
  select count(*) into event_count
  from local_events
  where operator_id = of_operator and livemode = in_livemode and deleted_at is null
    -- 9600 hours are 400 days.
    and ends_at > as_of - interval '9600 hours' and (ends_at > as_of) = is_ahead;
  return case
    when is_ahead and event_count >= ahead_max then 'ahead'
    when not is_ahead and event_count >= past_max then 'past' end;
end $$;
