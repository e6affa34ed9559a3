-- The next cities of cells after a position, by (tx, cell_city_id).
-- Columns are those of the warehouse's raw_cell_cities.
-- :tx and :id are those of the last row that was read; both are 0 for the first batch.
select tx, cell_city_id, cell, city_id
from cell_cities
where (tx, cell_city_id) > (:tx::xid8, :id::bigint)
  and is_below_horizon(tx)
order by tx, cell_city_id
limit (select :row_count_max::bigint);
