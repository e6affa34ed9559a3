-- Closes all months (UTC) of all operators that are over. A month stays open while a transaction is
-- that began before its end, or while a row of it is not committed: the lock is not free then.
-- Another closer has the lock or has written the row. Returns how many were closed.
with due as materialized (
  select operator_id, name, month.from_at
  from operators
  cross join generate_series(
    date_trunc('month', created_at, 'UTC'),
    date_subtract(date_trunc('month', now(), 'UTC'), '1 month', 'UTC'),
    '1 month', 'UTC'
  ) as month (from_at)
  where not exists (
    select from closed_usage_months as closed
    where closed.operator_id = operators.operator_id and closed.from_at = month.from_at)
),
settled as materialized (
  select from_at
  from (select distinct from_at from due) as month
  where not is_open_since_before(date_add(from_at, '1 month', 'UTC'))
    and pg_try_advisory_xact_lock('usage'::regclass::integer, usage_month_number(from_at))
),
closed as (
  insert into closed_usage_months (operator_id, from_at, operator_name)
  select operator_id, from_at, name from due join settled using (from_at)
  on conflict do nothing
  returning 1
)
select count(*)::integer as row_count from closed;
