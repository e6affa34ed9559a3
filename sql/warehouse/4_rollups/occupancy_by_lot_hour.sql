-- One row per mode, cell, lot and hour; adds the stays of the batches ($from, $through].
merge into occupancy_by_lot_hour as total
using (
  with stays as (
    from fct_stays where batch > $from and batch <= $through
  ),
  lots as (
    select lot_id, arg_max(cell, audit_id) as cell from fct_lot_changes group by lot_id
  ),
  seconds as (
    select
      livemode, lot_id,
      epoch_us(started_at) // 1_000_000 as start_second,
      epoch_us(ended_at) // 1_000_000 as end_second
    from stays
  ),
  hours as (
    select
      livemode, lot_id, start_second, end_second,
      unnest(range(start_second // 3_600, (end_second + 3_599) // 3_600)) as hour
    from seconds
  ),
  added as (
    select
      livemode, coalesce(cell, 0) as cell, lot_id, to_timestamp(hour * 3_600) as hour_at,
      sum(least(end_second, (hour + 1) * 3_600) - greatest(start_second, hour * 3_600))::bigint
        as occupied_seconds
    from hours left join lots using (lot_id)
    group by all
  )
  select * from added
) as added
using (livemode, cell, lot_id, hour_at)
when matched then update set occupied_seconds = total.occupied_seconds + added.occupied_seconds
when not matched then insert by name;
