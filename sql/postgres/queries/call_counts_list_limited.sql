-- The operators that made most calls beyond their budgets since an hour, those with most first, and
-- when that was last: the beginning of that hour.
-- :from_at is the hour.
with limited as materialized (
  select operator_id, sum(limited_count)::bigint as limited_count, max(from_at) as last_at
  from call_counts
  where span = 'hour' and limited_count > 0 and from_at >= :from_at
  group by operator_id
  order by sum(limited_count) desc, operator_id
  limit :row_limit
)
select operator_id, name, limited_count, last_at
from limited
-- `offset 0` makes the planner look each operator up by its key.
cross join lateral (
  select name from operators where operators.operator_id = limited.operator_id offset 0
) as operator
order by limited_count desc, operator_id;
