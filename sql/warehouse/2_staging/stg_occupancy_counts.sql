-- One row per count of the vehicles on a lot, reported or imported.
create view stg_occupancy_counts as
select batch, count_id, livemode, lot_id::uuid as lot_id, counted_at, occupied
from raw_occupancy_counts;
