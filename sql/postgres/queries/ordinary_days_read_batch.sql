-- The next opening hours after a position, by (tx, ordinary_day_id). Only rows below the snapshot
-- horizon: no transaction that is still open can put a row before one of these.
-- Columns are those of the warehouse's raw_ordinary_days.
-- :tx and :id are those of the last row that was read; both are 0 for the first batch.
select tx, ordinary_day_id, opening_hours, open_minutes
from ordinary_days
where (tx, ordinary_day_id) > (:tx::xid8, :id::bigint)
  and tx < pg_snapshot_xmin(pg_current_snapshot())
order by tx, ordinary_day_id
limit (select :row_count_max::bigint);
