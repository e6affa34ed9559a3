-- Lots with rows before a day (UTC, counted from 1970-01-01) that are not in the daily rollups yet.
-- $use_from and $counts_from are the last batches of the rollups.
select lot_id::varchar as lot_id
from fct_stays
where batch > $use_from
  and ended_at < to_timestamp(86_400 * $before_day::bigint)
union
select lot_id::varchar
from fct_occupancy_counts
where batch > $counts_from
  and counted_at < to_timestamp(86_400 * $before_day::bigint);
