-- Notes that a job could not do something. The next try comes after 10 seconds, then after twice as
-- long each time, up to an hour; or never, once it is given up.
-- $1 job
-- $2 entity_id
-- $3 livemode
-- $4 gives_up
insert into setbacks as known (job, entity_id, livemode, retry_at)
values ($1, $2, $3, case when not $4 then now() + interval '10 seconds' end)
on conflict (job, entity_id) do update
set failure_count = known.failure_count + 1,
  retry_at = case when not $4 then now() + least(
    interval '1 hour', interval '10 seconds' * 2 ^ least(known.failure_count, 20)) end;
