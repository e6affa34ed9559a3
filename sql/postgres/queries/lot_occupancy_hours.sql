-- How many vehicles were on a lot in each of the last :hour_count hours, the present one up to now:
-- the mean by stays, or by counts where that is more. null where neither is known: before the lot
-- was made and its first stay began, and in hours without a count of a lot that has had no stay in
-- all this time. Stays made more than 31 days before that time are looked at only while they last.
with span as (
  select
    date_trunc('hour', now()) - (:hour_count::integer - 1) * interval '1 hour' as from_at,
    now() as to_at
),
stays as (
  select
    greatest(sessions.started_at, span.from_at) as from_at,
    least(coalesce(sessions.ended_at, span.to_at), span.to_at) as to_at
  from sessions, span
  where sessions.lot_id = :lot_id::uuid
    and (sessions.created_at > span.from_at - interval '31 days' or sessions.status = 'active')
    and sessions.status <> 'canceled'
    and sessions.started_at < span.to_at
    and coalesce(sessions.ended_at, span.to_at) > span.from_at
),
stayed as (
  select
    hour.at,
    sum(extract(epoch from
      least(stays.to_at, hour.at + interval '1 hour')
        - greatest(stays.from_at, hour.at))) as seconds
  from stays
  cross join lateral generate_series(
    date_trunc('hour', stays.from_at), stays.to_at - interval '1 microsecond', interval '1 hour'
  ) as hour (at)
  group by hour.at
),
counted as (
  select date_trunc('hour', occupancy_counts.at) as at, avg(occupied) as mean
  from occupancy_counts, span
  where occupancy_counts.lot_id = :lot_id::uuid
    and occupancy_counts.at >= span.from_at
    and occupancy_counts.at <= span.to_at
  group by 1
)
select
  hour.at,
  case
    when hour.at + interval '1 hour'
      <= least(lots.created_at, (select min(stays.from_at) from stays)) then counted.mean
    else greatest(
      case
        when exists (select from stays) then
          coalesce(stayed.seconds, 0) / greatest(1, extract(epoch from
            least(span.to_at, hour.at + interval '1 hour') - hour.at))
      end,
      counted.mean)
  end::double precision as occupied
from span
join lots on lots.lot_id = :lot_id::uuid
cross join lateral generate_series(span.from_at, span.to_at, interval '1 hour') as hour (at)
left join stayed using (at)
left join counted using (at)
order by hour.at;
