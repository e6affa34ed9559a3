-- Writes the conversions among the next audit rows after a position, and returns the position of
-- the last row read; no row when there is none to read.
-- A stay or a hold converts the newest search by the same key or agent in the 24 hours before it,
-- if that search was for a place within 2 km of its lot. A stay that redeems a hold does not count
-- again. Searches are written a moment after their answer, so only rows that are at least
-- :settled_seconds old are read.
-- :tx and :id are those of the last row that was read; :row_count_max is the most to read.
-- The planner sees how many only after they are read: of a table that was never analysed it would
-- sort all rows that wait, for each batch, not walk the index.
with batch as materialized (
  select tx, audit_id, at, action, entity_id, actor_id, livemode
  from audit_log
  where (tx, audit_id) > (:tx::xid8, :id::bigint) and is_below_horizon(tx)
  order by tx, audit_id
  limit (select :row_count_max::bigint)
),
next as materialized (
  select * from batch limit :row_count_max
),
settled as materialized (
  select *
  from (
    select
      *,
      bool_and(at <= now() - :settled_seconds * interval '1 second') over (order by tx, audit_id)
        as is_settled
    from next
  ) as aged
  where is_settled
),
bookings as materialized (
  select session_id as booking_id, settled.at, settled.livemode, actor_id, lot_id,
    creator_operator_id, sessions.agent_platform
  from settled
  join sessions on session_id = entity_id
  where action = 'session.created' and hold_id is null
  union all
  select hold_id, settled.at, settled.livemode, actor_id, lot_id, creator_operator_id,
    holds.agent_platform
  from settled
  join holds on hold_id = entity_id
  where action = 'hold.created'
),
converted as (
  insert into conversions (booking_id, livemode, city_id, searched_on)
  select booking_id, bookings.livemode, search.city_id, search.searched_on
  from caller_secret
  cross join bookings
  cross join lateral (
    select latitude, longitude from lots where lots.lot_id = bookings.lot_id offset 0
  ) as lots
  cross join lateral (
    select city_id, searched_on
    from search_callers as searcher
    join search_log using (tx, search_id)
    where (
        key = hash_caller(secret, 'key ' || actor_id)
        or agent = hash_caller(
          secret, 'agent ' || creator_operator_id || ' ' || bookings.agent_platform)
      )
      -- 2 km are less than 0.018 degrees. The index has latitudes, because almost all searches that
      -- are known at all are of the last 24 hours, and an agent may make most of them.
      and searcher.latitude between lots.latitude - 0.018 and lots.latitude + 0.018
      and searcher.at between bookings.at - interval '24 hours' and bookings.at
      -- No search is logged before it is made, so older days need not be read.
      and logged_at >= searcher.at
      and search_log.kind = 'search'
      and search_log.livemode = bookings.livemode
      and search_log.city_id is not null
      and great_circle_m(searcher.latitude, searcher.longitude, lots.latitude, lots.longitude)
        <= 2000
    order by searcher.at desc, search_id desc
    limit 1
  ) as search
  on conflict (booking_id) do nothing
  returning 1
)
select tx::text as tx, audit_id::text as id, (select count(*)::integer from converted) as row_count
from settled
order by settled.tx desc, audit_id desc
limit 1;
