-- One row per mode, lot and hour; recomputes those with a count in the batches
-- ($from, $through]. All counts of such an hour are read again, because a count changes for how
-- long the previous one holds, and corrects an earlier one of the same instant.
merge into counts_by_lot_hour as total
using (
  with added as (
    from fct_occupancy_counts where batch > $from and batch <= $through
  ),
  touched as (
    select distinct lot_id, hour_at from added
  ),
  counts as (
    from fct_occupancy_counts semi join touched using (lot_id, hour_at)
  ),
  lots as (
    select lot_id, arg_max(cell, audit_id) as cell from fct_lot_changes group by lot_id
  ),
  standing as (
    select livemode, lot_id, hour_at, counted_at, arg_max(occupied, count_id) as occupied
    from counts
    group by all
  ),
  placed as (
    select
      livemode, lot_id, hour_at, occupied,
      (epoch_us(counted_at) - epoch_us(hour_at)) // 1_000_000 as second,
      lag(occupied) over hour as occupied_before
    from standing
    window hour as (partition by livemode, lot_id, hour_at order by counted_at)
  ),
  -- With the first count from the beginning of the hour on, and each change until its end.
  hours as (
    select
      livemode, coalesce(cell, 0) as cell, lot_id, hour_at,
      count(*) as count_count,
      sum(
        if(
          occupied_before is null,
          3_600 * occupied,
          (3_600 - second) * (occupied - occupied_before)
        )
      )::bigint as occupied_seconds
    from placed left join lots using (lot_id)
    group by all
  )
  select * from hours
) as hours
using (livemode, lot_id, hour_at)
when matched then update by name
when not matched then insert by name;
