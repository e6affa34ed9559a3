-- Lots that were listed at some time, and those that were listed after them within some metres of
-- where they were first listed, each with its place in the order of all first listings. Lots of one
-- spot (0.0005 degrees wide) are looked around together, so that a crowd in one place is read once,
-- and only its next :later_count_max lots.
with given as materialized (
  select * from first_listings where lot_id = any(:lot_ids::uuid[])
),
spots as (
  select
    livemode, min(number) as number,
    box(point(min(longitude), min(latitude)), point(max(longitude), max(latitude))) as extent,
    degrees_around(max(abs(latitude)), :around_m) as reach
  from given
  group by livemode, floor(latitude / 0.0005), floor(longitude / 0.0005)
)
select lot_id, number from given
union
select later.lot_id, later.number
from spots
cross join lateral (
  select lot_id, number
  from first_listings
  where position <@ box(extent[0] + reach, extent[1] - reach)
    and livemode = spots.livemode and number > spots.number
  order by number
  limit :later_count_max
) as later;
