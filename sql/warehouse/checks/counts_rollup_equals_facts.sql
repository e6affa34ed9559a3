-- Lots and hours with a count loaded since the last publication whose counts or occupied seconds
-- differ between facts and rollup.
-- memory_kib: (select count(*) from fct_occupancy_counts where batch > $occupancy_counts_seen) // 2
with added as (
  from fct_occupancy_counts
  where batch > $occupancy_counts_seen and in_part(lot_id, $part, $parts)
),
touched as (
  select distinct lot_id, hour_at from added
),
counts as (
  from fct_occupancy_counts semi join touched using (lot_id, hour_at)
),
hours as (
  from counts_by_lot_hour semi join touched using (lot_id, hour_at)
),
-- Lists, because windows over all counts of a new warehouse take twenty times as long. A count
-- that another one of the same instant corrects holds for no time.
listed as (
  select
    livemode, lot_id, hour_at,
    count(distinct counted_at) as count_count,
    arg_min(occupied, (counted_at, -count_id)) as first_occupied,
    list_sort(list({
      'at': counted_at, 'count_id': count_id, 'occupied': occupied,
      'second': (epoch_us(counted_at) - epoch_us(hour_at)) // 1_000_000
    })) as counts
  from counts
  group by all
),
facts as (
  select
    livemode, lot_id, hour_at, count_count,
    first_occupied * counts[1].second + list_sum(list_transform(
      range(1, len(counts) + 1),
      lambda i: counts[i].occupied * (coalesce(counts[i + 1].second, 3_600) - counts[i].second)
    )) as occupied_seconds
  from listed
),
rollup_rows as (
  select livemode, lot_id, hour_at, count_count, occupied_seconds from hours
),
differing as (
  (from facts except from rollup_rows) union all (from rollup_rows except from facts)
)
select * from differing;
