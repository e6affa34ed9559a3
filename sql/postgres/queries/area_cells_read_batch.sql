-- The next areas after a position, by (tx, area_cell_id). Only rows below the snapshot horizon: no
-- transaction that is still open can put a row before one of these.
-- Columns are those of the warehouse's raw_area_cells.
-- :tx and :id are those of the last row that was read; both are 0 for the first batch.
select tx, area_cell_id, kind, livemode, country, cell, named_on
from area_cells
where (tx, area_cell_id) > (:tx::xid8, :id::bigint)
  and tx < pg_snapshot_xmin(pg_current_snapshot())
order by tx, area_cell_id
limit (select :row_count_max::bigint);
