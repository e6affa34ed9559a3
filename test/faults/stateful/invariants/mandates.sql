-- Every mandate counts by day and by month what its stays cost, and none is exceeded.
with counted as (
  select mandate_id, period, starts_on, limit_minor,
    sum(coalesce(subtotal_minor, estimated_minor)) as authorised_minor
  from sessions
  join mandates using (mandate_id)
  cross join lateral (values
    ('day', (started_at at time zone timezone)::date, max_per_day_minor),
    ('month', date_trunc('month', started_at at time zone timezone)::date, max_per_month_minor)
  ) as part (period, starts_on, limit_minor)
  where limit_minor is not null
  group by mandate_id, period, starts_on, limit_minor
)
select mandate_id || ' counts ' || coalesce(kept.authorised_minor, 0) || ' for the ' || period
  || ' of ' || starts_on || ', and its stays cost ' || coalesce(counted.authorised_minor, 0)
  || ' of ' || coalesce(counted.limit_minor, kept.limit_minor) as fault
from counted
full join mandate_periods as kept using (mandate_id, period, starts_on)
where coalesce(kept.authorised_minor, 0) <> coalesce(counted.authorised_minor, 0)
  or counted.authorised_minor > counted.limit_minor
union all
select 'stay ' || session_id || ' costs ' || coalesce(subtotal_minor, estimated_minor)
  || ', and its mandate allows ' || max_per_stay_minor
from sessions
join mandates using (mandate_id)
where coalesce(subtotal_minor, estimated_minor) > max_per_stay_minor;
