-- How many stays began on an operator's lots in each of the last :hour_count hours, oldest first,
-- without imported ones. The last hour is not over.
select
  hour.from_at,
  (
    select count(*) from sessions
    where operator_id = :operator_id and livemode = :livemode and source <> 'import'
      and created_at >= hour.from_at and created_at < hour.from_at + interval '1 hour'
  )::integer as begun_count
from generate_series(
  date_trunc('hour', now()) - make_interval(hours => :hour_count - 1),
  now(),
  interval '1 hour'
) as hour (from_at)
order by hour.from_at;
