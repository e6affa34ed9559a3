-- What an operator was charged in a period, added up by endpoint, key or day (UTC), in the order of
-- their names. `key_name` is null for other groups than keys.
-- :group_by is endpoint, key or day. :to_at is null for everything until now.
with charge as (
  select
    case :group_by::text
      when 'endpoint' then endpoint
      when 'key' then key_id
      else to_char(at at time zone 'UTC', 'YYYY-MM-DD')
    end as group_name,
    cost_cents
  from usage
  where operator_id = :operator_id
    and livemode = :livemode
    and at >= :from_at
    and at < coalesce(:to_at::timestamptz, 'infinity')
),
line as (
  select group_name, count(*) as query_count, sum(cost_cents)::bigint as cost_cents
  from charge
  group by group_name
)
select line.*, api_keys.name as key_name
from line
left join api_keys on :group_by::text = 'key' and key_id = group_name
order by group_name;
