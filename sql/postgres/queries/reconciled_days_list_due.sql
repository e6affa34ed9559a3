-- The days (UTC) that are to be compared, the oldest first: once a day each, from an hour after its
-- end on, until two days after its end nothing of it is open and nothing is held back any more.
-- None is older than :days_max days; the first time, they begin so many days ago.
with clock as (
  select ((:now::timestamptz - interval '1 hour') at time zone 'UTC')::date as today
),
span as (
  select today, greatest(today - :days_max::integer, (
    select min(day) from reconciled_days where livemode = :livemode)) as first_day
  from clock
)
select given.day::date::text as day
from span
cross join lateral generate_series(first_day::timestamp, today - 1, interval '1 day')
  as given (day)
left join reconciled_days as known on known.livemode = :livemode and known.day = given.day::date
where known.compared_at is null
  or known.compared_at < (today::timestamp at time zone 'UTC') + interval '1 hour'
    and (known.compared_at < (known.day + 3)::timestamp at time zone 'UTC' or known.held_count > 0
      or exists (
        select from reconciliation_findings as finding
        where finding.livemode = :livemode and finding.day = known.day and settled_at is null))
order by given.day;
