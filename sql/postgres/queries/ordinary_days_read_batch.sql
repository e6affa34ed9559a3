-- The next opening hours after a position, by (tx, ordinary_day_id).
-- Columns are those of the warehouse's raw_ordinary_days.
-- :tx and :id are those of the last row that was read; both are 0 for the first batch.
select tx, ordinary_day_id, opening_hours, open_minutes
from ordinary_days
where (tx, ordinary_day_id) > (:tx::xid8, :id::bigint)
  and is_below_horizon(tx)
order by tx, ordinary_day_id
limit (select :row_count_max::bigint);
