-- How many calls an operator made in [from_at, to_at), added up by day or hour (its first instant,
-- UTC), operation or caller, in the order of their names. `caller_type` and `key_name` are null for
-- other groups than callers.
-- :group_by is day, hour, operation or key. :key_id is null for all callers.
with line as (
  select
    case :group_by::text
      when 'operation' then operation
      when 'key' then caller_id
      else to_char(from_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    end as group_name,
    case when :group_by::text = 'key' then caller_type end as caller_type,
    sum(ok_count)::bigint as ok_count,
    sum(refused_count)::bigint as refused_count,
    sum(limited_count)::bigint as limited_count,
    sum(failed_count)::bigint as failed_count
  from call_counts
  where operator_id = :operator_id
    and livemode = :livemode
    and span = case :group_by::text when 'hour' then 'hour' else 'day' end
    and from_at >= :from_at
    and from_at < :to_at
    and (:key_id::text is null or caller_id = :key_id)
  group by 1, 2
)
select line.*, api_keys.name as key_name
from line
left join api_keys on :group_by::text = 'key' and api_keys.key_id = group_name
order by group_name;
