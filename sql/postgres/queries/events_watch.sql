-- Whose events of which types were committed after the snapshot :seen, and the snapshot now. The
-- columns of the event are null in the only row when there is none.
with fresh as (
  select distinct operator_id, livemode, type
  from events
  -- The upper bound, which all that is visible has, tells the planner that these are few.
  where tx >= pg_snapshot_xmin(:seen::pg_snapshot) and tx < pg_snapshot_xmax(pg_current_snapshot())
    and not pg_visible_in_snapshot(tx, :seen::pg_snapshot)
)
select now_seen.snapshot, fresh.*
from (select pg_current_snapshot()::text as snapshot) as now_seen
left join fresh on true;
