-- What a mandate of an operator allows for one stay, and what is left of it for the day and the
-- month in which an instant lies. Amounts are null where the mandate sets no such limit.
-- :at is null for now.
-- Keeps its plan.
select
  mandate.currency,
  mandate.max_per_stay_minor,
  min(left_minor) filter (where period = 'day') as day_left_minor,
  min(left_minor) filter (where period = 'month') as month_left_minor
from mandates as mandate
left join lateral (
  select
    counted.period,
    counted.limit_minor - coalesce(kept.authorised_minor, 0) as left_minor
  from mandate_limits(mandate, coalesce(:at::timestamptz, now())) as counted
  left join mandate_periods as kept
    on kept.mandate_id = mandate.mandate_id
    and kept.period = counted.period and kept.starts_on = counted.starts_on
) as remaining on true
where mandate.mandate_id = :mandate_id and mandate.operator_id = :operator_id
group by mandate.mandate_id;
