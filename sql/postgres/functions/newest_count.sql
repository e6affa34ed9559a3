-- The count that holds for a lot and an instant; null where there is none. Volatile, so that it
-- also sees what was committed while the calling statement waited for the lot's row.
create or replace function newest_count(lot uuid, instant timestamptz) returns integer
language sql volatile
return (
  select occupied from occupancy_counts
  where lot_id = lot and at = instant
  order by count_id desc limit 1);
