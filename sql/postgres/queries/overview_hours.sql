-- How many stays began on an operator's lots in each of the last :hour_count hours, oldest first,
-- without imported ones. The last hour is not over.
with hours as materialized (
  select generate_series(
    date_trunc('hour', now()) - make_interval(hours => :hour_count - 1), now(), interval '1 hour'
  ) as from_at
),
counted as materialized (
  select date_trunc('hour', created_at) as from_at, count(*) as begun_count
  from sessions
  where operator_id = :operator_id and livemode = :livemode and source <> 'import'
    and created_at >= date_trunc('hour', now()) - make_interval(hours => :hour_count - 1)
  group by 1
)
select from_at, coalesce(begun_count, 0)::integer as begun_count
from hours left join counted using (from_at)
order by from_at;
