-- One page of the dispatches of a caller's operator, newest first, each with a row per allocation
-- in the order of its vehicles. The index range is read no further than the page goes.
-- :fleet_ids are the key's fleet and the fleet asked for: a dispatch must match all of them.
-- :status is the status of the whole dispatch as of now, with the rules of
-- src/parking/fleets/dispatch.ts.
-- :status, :created_after and :created_before are null for any.
-- :after_us is when the last dispatch of the page before was created, in microseconds since 1970,
-- and null for the first page; :after_id is the id of that dispatch.
-- :row_limit counts dispatches.
with page as (
  select dispatch_id, arrive_by, created_at
  from dispatches
  where operator_id = :operator_id
    and livemode = :livemode
    and (cardinality(:fleet_ids::text[]) = 0 or fleet_id = (:fleet_ids)[1])
    and fleet_id = all(:fleet_ids)
    and (:status::text is null or :status = (
      select case
        when bool_or(status = 'held' and expires_at > clock_timestamp()) then 'allocated'
        when bool_or(status = 'activated') then 'committed'
        when bool_or(status = 'canceled') then 'released'
        else 'expired' end
      from holds
      where holds.dispatch_id = dispatches.dispatch_id))
    and (:created_after::timestamptz is null or created_at > :created_after)
    and (:created_before::timestamptz is null or created_at < :created_before)
    and (:after_us::bigint is null
      or (created_at, dispatch_id)
        < (timestamptz 'epoch' + :after_us * interval '1 microsecond', :after_id))
  order by created_at desc, dispatch_id desc
  limit :row_limit
)
-- `offset 0` makes the planner find the holds by index; otherwise it would read the whole view.
select
  hold.*, page.arrive_by, page.created_at as dispatched_at, now() as now,
  stay.ended_at as stay_ended_at, stay.authorize_by as stay_authorize_by,
  (extract(epoch from page.created_at) * 1000000)::bigint as created_us
from page
cross join lateral (
  select * from hold_details where hold_details.dispatch_id = page.dispatch_id offset 0
) as hold
left join sessions as stay using (session_id)
order by page.created_at desc, page.dispatch_id desc, hold.fencing_token;
