-- One row per count of the vehicles on a lot, reported or imported.
create view stg_occupancy_counts as
select
  batch, count_id, livemode, try_cast(lot_id as uuid) as lot_id, counted_at, occupied,
  fault_of(tx, count_id, 'count', null, concat_ws('; ',
    fault_flag('livemode', livemode),
    fault_uuid('lot_id', lot_id),
    fault_instant('at', counted_at),
    fault_number('occupied', occupied, 0, 100_000))) as fault
from raw_occupancy_counts;
