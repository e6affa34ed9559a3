-- An operator's usage of one month (UTC): a row for each endpoint and price, or one row without an
-- endpoint when nothing was charged. `closed_at` is null while the month is open.
-- :from_at is the first instant of the month.
select
  coalesce(closed.operator_name, operators.name) as operator_name,
  operators.created_at,
  closed.closed_at,
  now() as now,
  date_add(:from_at::timestamptz, '1 month', 'UTC') as to_at,
  line.*
from operators
left join closed_usage_months as closed
  on closed.operator_id = operators.operator_id and closed.from_at = :from_at
left join lateral (
  select
    endpoint,
    cost_cents as unit_cents,
    count(*) as quantity,
    sum(cost_cents)::bigint as amount_cents
  from usage
  where usage.operator_id = operators.operator_id
    and livemode = :livemode
    and at >= :from_at
    and at < date_add(:from_at::timestamptz, '1 month', 'UTC')
  group by endpoint, cost_cents
) as line on true
where operators.operator_id = :operator_id
order by endpoint, unit_cents desc;
