-- Stores that a job failed at something. The next try comes after 10 seconds, then after twice as
-- long each time, up to an hour; there is none once it is given up.
insert into setbacks as known (job, entity_id, livemode, retry_at)
values (:job, :entity_id, :livemode, case when not :gives_up then now() + interval '10 seconds' end)
on conflict (job, entity_id) do update
set failure_count = known.failure_count + 1,
  retry_at = case when not :gives_up then now() + least(
    interval '1 hour', interval '10 seconds' * 2 ^ least(known.failure_count, 20)) end;
