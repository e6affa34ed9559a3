-- Closed months that wait for their invoice, the oldest first. One that failed before is listed
-- again once its next try is due; none is given up.
-- :settling_seconds: until so long after its end, what was captured in a month may still change.
select
  unbilled.operator_id,
  unbilled.from_at,
  true as livemode,
  false as is_last_try
from unbilled_months as unbilled
left join setbacks
  on job = 'issue-invoices'
  and entity_id = operator_id || ' ' || to_char(from_at at time zone 'UTC', 'YYYY-MM')
where date_add(from_at, '1 month', 'UTC') <= now() - make_interval(secs => :settling_seconds)
  and (job is null or retry_at <= now())
order by retry_at nulls first, from_at, operator_id
limit :row_limit;
