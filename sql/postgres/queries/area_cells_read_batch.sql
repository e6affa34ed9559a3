-- The next areas after a position, by (tx, area_cell_id).
-- Columns are those of the warehouse's raw_area_cells.
-- :tx and :id are those of the last row that was read; both are 0 for the first batch.
select tx, area_cell_id, kind, livemode, country, cell, named_on
from area_cells
where (tx, area_cell_id) > (:tx::xid8, :id::bigint)
  and is_below_horizon(tx)
order by tx, area_cell_id
limit (select :row_count_max::bigint);
