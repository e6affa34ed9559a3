-- Lots that were listed at some time, as they are, by spots (0.0005 degrees wide), each beside the
-- lots that were first listed within some metres of its spot and are still listed, as they were
-- then: the first :earlier_count_max of those that were listed before the last lot of the spot.
-- `distinct_from`: what the owner of the server calls other car parks.
with given as (
  select
    lots.lot_id, number, duplicate_of, lots.livemode, lots.name, lots.latitude, lots.longitude,
    lots.lot_type, lots.osm_id,
    case when not is_capacity_estimated then lots.total_spaces end as total_spaces,
    is_listed and status = 'active' as is_there,
    array(
      select higher_id from distinct_lots where lower_id = lots.lot_id
      union all
      select lower_id from distinct_lots where higher_id = lots.lot_id
    ) as distinct_from
  from first_listings
  join lots using (lot_id)
  where lot_id = any(:lot_ids::uuid[]) and deleted_at is null
),
spots as (
  select
    livemode, max(number) as number, json_agg(given) as lots,
    box(point(min(longitude), min(latitude)), point(max(longitude), max(latitude))) as extent,
    degrees_around(max(abs(latitude)), :near_m) as reach
  from given
  group by livemode, floor(latitude / 0.0005), floor(longitude / 0.0005)
)
select lots, coalesce(earlier, '[]') as earlier
from spots
cross join lateral (
  select json_agg(near order by number) as earlier
  from (
    select
      first.lot_id, first.number, other.duplicate_of, first.name, first.latitude, first.longitude,
      first.total_spaces, first.lot_type, first.osm_id
    from (
      select * from first_listings
      where position <@ box(extent[0] + reach, extent[1] - reach)
        and livemode = spots.livemode and number < spots.number
      offset 0
    ) as first
    cross join lateral (
      select duplicate_of, deleted_at, is_listed, status from lots
      where lots.lot_id = first.lot_id offset 0
    ) as other
    where other.deleted_at is null and other.is_listed and other.status = 'active'
    order by first.number
    limit :earlier_count_max
  ) as near
) as listed;
