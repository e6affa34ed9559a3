-- Adds calls to the counts of the hour and of the day (UTC) in which it runs. All processes write
-- these rows in one order, so that they may wait for each other, but never in a circle.
-- :rows is a JSON array of counts, one for each caller, mode and operation.
-- Keeps its plan.
insert into call_counts as known (
  operator_id, livemode, span, from_at, caller_type, caller_id, operation,
  ok_count, refused_count, limited_count, failed_count)
select
  operator_id, livemode, span, date_trunc(span, now(), 'UTC'), caller_type, caller_id, operation,
  ok_count, refused_count, limited_count, failed_count
from jsonb_to_recordset(:rows::jsonb) as added (
  operator_id text, livemode boolean, caller_type text, caller_id text, operation text,
  ok_count bigint, refused_count bigint, limited_count bigint, failed_count bigint)
cross join unnest(array['day', 'hour']) as span
order by operator_id, livemode, span, caller_id, operation
on conflict (operator_id, livemode, span, caller_id, from_at, operation) do update
set
  ok_count = known.ok_count + excluded.ok_count,
  refused_count = known.refused_count + excluded.refused_count,
  limited_count = known.limited_count + excluded.limited_count,
  failed_count = known.failed_count + excluded.failed_count;
