-- The operators and types of events committed after the snapshot :seen, and the snapshot now. The
-- columns of the event are null in the only row when there is none.
with fresh as (
  select distinct operator_id, livemode, type
  from events
  where is_unseen(tx, :seen::pg_snapshot)
)
select now_seen.snapshot, fresh.*
from (select pg_current_snapshot()::text as snapshot) as now_seen
left join fresh on true;
