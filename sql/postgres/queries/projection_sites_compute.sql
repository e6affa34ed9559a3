-- The cells (resolution 8) in which searches exceeded what the lots could serve, in the 24 hours
-- until this statement. A search is unmet when it asked for spaces within 500 m or more and found
-- no free space in any lot of the kind asked for. 500 m is about the distance from a cell's centre
-- to its edge; a smaller circle says little about the cell. A caller is an operator or, without a
-- key, an address (IPv6: its /48).
-- A cell is returned only when at least 3 callers made at least 10 of its unmet searches. Each
-- caller counts for 10 searches at most, so that no number depends on one caller alone.
-- suggested_spaces is how many callers were without a space at the same time, at the worst instant.
-- Each caller counts for an hour from an unmet search on, however often it was repeated.
with period as materialized (
  select to_at - interval '24 hours' as from_at, to_at
  from (select date_trunc('milliseconds', statement_timestamp()) as to_at) as clock
),
unmet as materialized (
  select livemode, cell_parent(cell, 8) as cell, search_log.at, caller
  from period
  -- No search is logged before it is made, so older days need not be read.
  join search_log on search_log.at >= from_at and search_log.at < to_at and logged_at >= from_at
  join search_callers using (search_id)
  where kind in ('search', 'availability')
    and radius_m >= 500
    and available_lot_count = 0
),
by_caller as (
  select livemode, cell, caller, count(*) as search_count
  from unmet
  group by livemode, cell, caller
),
site as (
  select
    livemode,
    cell,
    sum(least(search_count, 10))::integer as unmet_searches,
    count(*)::integer as caller_count
  from by_caller
  group by livemode, cell
  having count(*) >= 3 and sum(least(search_count, 10)) >= 10
),
-- Searches of one caller that are less than an hour apart count as one time without a space.
asked as (
  select
    livemode, cell, at,
    coalesce(at - lag(at) over by_time >= interval '1 hour', true) as is_first,
    coalesce(lead(at) over by_time - at >= interval '1 hour', true) as is_last
  from unmet
  join site using (livemode, cell)
  window by_time as (partition by livemode, cell, caller order by at)
),
change as (
  select livemode, cell, at, 1 as change from asked where is_first
  union all
  select livemode, cell, at + interval '1 hour', -1 from asked where is_last
),
level as (
  select
    livemode, cell,
    sum(sum(change)) over (partition by livemode, cell order by at) as caller_count
  from change
  group by livemode, cell, at
),
worst as (
  select livemode, cell, max(caller_count)::integer as suggested_spaces
  from level
  group by livemode, cell
)
select
  livemode, cell::text as cell, unmet_searches, site.caller_count, suggested_spaces, from_at, to_at
from site
join worst using (livemode, cell)
cross join period;
