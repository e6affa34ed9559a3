-- One page of all operators, newest first: what each has, in both modes together, and how many
-- calls were made for it on this day (UTC), and how many of them were beyond a budget.
-- Lots, valid keys and members are counted up to :count_max; null where there are more.
-- :name is a part of the name, in whatever case; null for any.
-- :after_us is when the last one of the page before was created, in microseconds since 1970, and
-- null for the first page; :after_id is its id.
with page as materialized (
  select
    operator_id, name, held_plan(plan, next_plan, next_plan_at) as plan, checked_at, created_at
  from operators
  where (:name::text is null or strpos(lower(name), lower(:name)) > 0)
    and (:after_us::bigint is null
      or (created_at, operator_id)
        < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
  order by created_at desc, operator_id desc
  limit :row_limit
),
-- Of all operators at once, so that no row is looked at for each of them.
today as materialized (
  select
    operator_id, sum(ok_count + refused_count + limited_count + failed_count)::bigint as call_count,
    sum(limited_count)::bigint as limited_count
  from call_counts
  where operator_id = any (array(select operator_id from page)) and livemode in (true, false)
    and span = 'day' and from_at = date_trunc('day', now(), 'UTC')
  group by operator_id
)
select
  operator_id, name, plan, checked_at is not null as is_checked, created_at,
  lot_count, key_count, member_count,
  coalesce(call_count, 0) as call_count, coalesce(limited_count, 0) as limited_count,
  (extract(epoch from created_at) * 1000000)::bigint as created_us
from page
cross join lateral (
  select nullif(count(*), :count_max::integer + 1)::integer as lot_count
  from (
    select from lots where lots.operator_id = page.operator_id and deleted_at is null
    limit :count_max::integer + 1) as counted
) as lot
cross join lateral (
  select nullif(count(*), :count_max::integer + 1)::integer as key_count
  from (
    select from api_keys
    where api_keys.operator_id = page.operator_id and revoked_at is null and kind = 'key'
      and (expires_at is null or expires_at > now())
    limit :count_max::integer + 1) as counted
) as key
cross join lateral (
  select nullif(count(*), :count_max::integer + 1)::integer as member_count
  from (
    select from members where members.operator_id = page.operator_id and removed_at is null
    limit :count_max::integer + 1) as counted
) as member
left join today using (operator_id)
order by created_at desc, operator_id desc;
