-- The next crowds after a position, by (tx, crowd_id).
-- Columns are those of the warehouse's raw_search_crowds.
-- :tx and :id are those of the last row that was read; both are 0 for the first batch.
select tx, crowd_id, livemode, on_day, dimension, city_id, label
from search_crowds
where (tx, crowd_id) > (:tx::xid8, :id::bigint)
  and is_below_horizon(tx)
order by tx, crowd_id
limit (select :row_count_max::bigint);
