-- How many calls each caller of an operator made in each hour from :from_at on. Hours without a
-- call are left out.
-- :key_id is null for all callers.
select
  caller_id,
  from_at,
  sum(ok_count + refused_count + limited_count + failed_count)::bigint as call_count
from call_counts
where operator_id = :operator_id
  and livemode = :livemode
  and span = 'hour'
  and from_at >= :from_at
  and (:key_id::text is null or caller_id = :key_id)
group by caller_id, from_at
order by caller_id, from_at;
