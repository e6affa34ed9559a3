-- One page of the dispatches of a caller's operator, newest first, each with a row per allocation
-- in the order of its vehicles: an index range, read no further than the page goes.
-- $1 operator_id
-- $2 livemode
-- $3 fleet_ids  all of which the dispatch's must be: the key's, the request's
-- $4 status  of the whole dispatch as of now, as src/fleets/dispatch.ts tells it; null: any
-- $5 created_after  null: any
-- $6 created_before  null: any
-- $7 after_us  when the last of the page before was created, in microseconds since 1970; null: the
--    first page
-- $8 after_id  of that dispatch
-- $9 row_limit  of dispatches
with page as (
  select dispatch_id, arrive_by, created_at
  from dispatches
  where operator_id = $1
    and livemode = $2
    and fleet_id = all($3::text[])
    and ($4::text is null or $4 = (
      select case
        when bool_or(status = 'held' and expires_at > clock_timestamp()) then 'allocated'
        when bool_or(status = 'activated') then 'committed'
        when bool_or(status = 'canceled') then 'released'
        else 'expired' end
      from holds
      where holds.dispatch_id = dispatches.dispatch_id))
    and ($5::timestamptz is null or created_at > $5)
    and ($6::timestamptz is null or created_at < $6)
    and ($7::bigint is null
      or (created_at, dispatch_id) < (timestamptz 'epoch' + $7 * interval '1 microsecond', $8))
  order by created_at desc, dispatch_id desc
  limit $9
)
-- `offset 0` has its holds found by index: the view, which asks the clock, is else read whole.
select
  hold.*, page.arrive_by, page.created_at as dispatched_at,
  (extract(epoch from page.created_at) * 1000000)::bigint as created_us
from page
cross join lateral (
  select * from hold_details where hold_details.dispatch_id = page.dispatch_id offset 0
) as hold
order by page.created_at desc, page.dispatch_id desc, hold.fencing_token;
