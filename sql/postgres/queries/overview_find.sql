-- What happens on an operator's lots: the stays that began since an instant, what is parked now,
-- and what waits for somebody.
-- :from_at is the instant. Of an operator with more than :lots_max lots nothing is added up lot by
-- lot.
with counted as materialized (
  select
    taken_spaces, total_spaces, status = 'active' as is_open,
    is_waiting and merged_into is null as is_waiting,
    occupied_spaces(lot, now()) as occupied_spaces,
    free_by_count(lot, now()) <= 0 as is_reported_full
  from lots as lot
  where operator_id = :operator_id and livemode = :livemode and deleted_at is null
  limit :lots_max::integer + 1
)
select
  now() as now,
  count(*)::integer as lot_count,
  coalesce(sum(taken_spaces), 0)::integer as running_count,
  sum(total_spaces) filter (where is_open)::integer as total_spaces,
  sum(least(occupied_spaces, total_spaces))
    filter (where is_open and total_spaces is not null)::integer as occupied_spaces,
  count(*) filter (where is_open and total_spaces is null)::integer as unknown_count,
  count(*) filter (where is_waiting)::integer as waiting_count,
  count(*) filter (where is_reported_full)::integer as full_count,
  (
    select count(*) from sessions
    where operator_id = :operator_id and livemode = :livemode
      and created_at >= :from_at and source <> 'import'
  )::integer as begun_count,
  (
    select count(*) from refunds
    where operator_id = :operator_id and livemode = :livemode and status = 'pending'
  )::integer as pending_refund_count
from counted;
