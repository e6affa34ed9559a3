-- The lots that changed since an earlier reading. Every transaction that writes a lot, a stay or a
-- hold also writes an audit row; only lots_note_occupancy does not, and it changes nothing that
-- readers are shown. So the changed lots are those named by audit rows that the snapshot of the
-- earlier reading did not see: rows of later transactions, and of those that were open then. This
-- holds within one run of the server only, because a crash lets the server give out again
-- transaction ids under which nothing was written. `server_run` differs between runs: the whole
-- server restarts, or it recovers from the crash of one of its processes, which resets its
-- statistics.
-- :since is the snapshot of the earlier reading; null where there was none. When there are more
-- than :change_count_max audit rows, not all are read, and is_cut_short says so.
-- Keeps its plan.
with change as (
  (
    select action, entity_id, diff
    from audit_log
    where tx >= pg_snapshot_xmax((select :since::pg_snapshot))
    order by tx, audit_id
    limit (select :change_count_max::integer + 1)
  )
  union all
  select late.*
  from pg_snapshot_xip((select :since::pg_snapshot)) as open (tx)
  cross join lateral (
    select action, entity_id, diff
    from audit_log
    where audit_log.tx = open.tx
    order by tx, audit_id
    limit (select :change_count_max::integer + 1)
  ) as late
),
changed as (
  select
    action like 'lot.%' as is_described,
    case
      when action like 'hold.%' then (select lot_id from holds where hold_id = entity_id)
      when not pg_input_is_valid(named, 'uuid') then null
      else named::uuid
    end as lot_id
  from change
  cross join lateral (
    select case
      when action in ('session.created', 'session.closed') then diff -> 'after' ->> 'lot_id'
      when action like 'lot.%' or action = 'occupancy.reported' then entity_id
    end
  ) as said (named)
)
select
  now() as now,
  pg_current_snapshot()::text as snapshot,
  format('%s/%s', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time())
    as server_run,
  count(*) > :change_count_max as is_cut_short,
  coalesce(array_agg(distinct lot_id) filter (where lot_id is not null), '{}') as lot_ids,
  coalesce(array_agg(distinct lot_id) filter (where is_described), '{}') as described_ids
from changed;
