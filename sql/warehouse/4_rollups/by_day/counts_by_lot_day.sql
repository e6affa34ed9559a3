-- One row per mode, lot and day (UTC); recomputes those with a count in the batches
-- ($from, $through]. All counts of such a day are read again, because a later batch may have an
-- earlier count, or one that corrects it.
-- memory_kib: (select count(*) from fct_occupancy_counts where batch > $from and batch <= $through)
merge into counts_by_lot_day as total
using (
  with added as (
    from fct_occupancy_counts where batch > $from and batch <= $through
      and in_part(lot_id, $part, $parts)
  ),
  touched as (
    select distinct lot_id, (epoch_us(counted_at) + 900_000_000) // 86_400_000_000 as day_number
    from added
  ),
  -- The days that can be touched, so that others are not read.
  days as (
    select
      min(counted_at) - interval 1 day as first_at, max(counted_at) + interval 1 day as last_at
    from added
  ),
  counts as (
    select
      livemode, lot_id, occupied, counted_at, count_id,
      (epoch_us(counted_at) + 900_000_000) // 1_800_000_000 as number
    from fct_occupancy_counts
    where counted_at between (select first_at from days) and (select last_at from days)
      and lot_id in (select lot_id from touched)
  ),
  standing as (
    select
      livemode, lot_id, number // 48 as day_number, (number % 48)::utinyint as half_hour,
      arg_max(occupied, (counted_at, count_id)) as occupied
    from counts
    group by all
  ),
  listed as (
    select
      livemode, lot_id, date '1970-01-01' + day_number::integer as day,
      list(struct_pack(half_hour := half_hour, occupied := occupied)) as half_hours
    from standing semi join touched using (lot_id, day_number)
    group by all
  )
  select * from listed
) as listed
using (livemode, lot_id, day)
when matched then update by name
when not matched then insert by name;
