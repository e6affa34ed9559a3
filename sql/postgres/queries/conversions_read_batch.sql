-- The next conversions after a position, by (tx, conversion_id).
-- Columns are those of the warehouse's raw_conversions.
-- :tx and :id are those of the last row that was read; both are 0 for the first batch.
select tx, conversion_id, livemode, city_id, searched_on
from conversions
where (tx, conversion_id) > (:tx::xid8, :id::bigint)
  and is_below_horizon(tx)
order by tx, conversion_id
limit (select :row_count_max::bigint);
