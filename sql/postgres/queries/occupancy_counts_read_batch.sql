-- The next counts of vehicles after a position, by (tx, count_id).
-- Columns are those of the warehouse's raw_occupancy_counts; instants are microseconds since 1970.
-- One that is not usable becomes the greatest number, which is infinity there.
-- :tx and :id are those of the last row that was read; both are 0 for the first batch.
select
  occupancy_counts.tx, count_id,
  case
    when is_usable(at) then (extract(epoch from at) * 1000000)::bigint
    else 9223372036854775807
  end as counted_at,
  livemode, lot_id, occupied, source
from occupancy_counts
where (occupancy_counts.tx, count_id) > (:tx::xid8, :id::bigint)
  and is_below_horizon(occupancy_counts.tx)
order by occupancy_counts.tx, count_id
limit (select :row_count_max::bigint);
