-- What else is listed within some metres of lots of one operator, the nearest first: of all lots
-- those that searches find, and of the operator's own also those that they do not. Without those
-- that the owner of the server calls other car parks, and without merged ones.
-- :lots is a JSON list of { lot_id, latitude, longitude }. A spot that many of them have is looked
-- at once. Around each at most :looked_at_max lots of either kind are looked at: thousands within
-- these metres would be sorted for each of thousands of spots.
with given as materialized (
  select *
  from jsonb_to_recordset(:lots::jsonb)
    as one (lot_id uuid, latitude double precision, longitude double precision)
),
spots as (select distinct latitude as spot_latitude, longitude as spot_longitude from given),
-- By itself, or it would be looked at for each lot.
near as materialized (
  select spots.*, found.*
  from spots
  cross join lateral degrees_around(spot_latitude, :near_m) as reach
  cross join lateral (
    select
      point(spot_longitude, spot_latitude) as spot,
      box(point(spot_longitude, spot_latitude) - reach,
        point(spot_longitude, spot_latitude) + reach) as around
  ) as square
  cross join lateral (
    (
      select
        lot_id, name, latitude, longitude, lot_type, osm_id,
        case when not is_capacity_estimated then total_spaces end as total_spaces
      from (
        select * from lots
        where position <@ around and livemode = :livemode
          and deleted_at is null and is_listed and status = 'active'
        limit :looked_at_max
      ) as looked_at
      order by position <-> spot
      limit :near_count_max
    )
    union all
    (
      select
        lot_id, name, latitude, longitude, lot_type, osm_id,
        case when not is_capacity_estimated then total_spaces end
      from (
        select * from lots
        where position <@ around and livemode = :livemode
          and deleted_at is null and not (is_listed and status = 'active')
          and operator_id = :operator_id and merged_into is null
        limit :looked_at_max
      ) as looked_at
      order by position <-> spot
      limit :near_count_max
    )
  ) as found
)
select
  given.lot_id as of_lot_id,
  near.lot_id, near.name, near.latitude, near.longitude, near.lot_type, near.osm_id,
  near.total_spaces,
  great_circle_m(near.latitude, near.longitude, spot_latitude, spot_longitude) as distance_m
from near
join given on given.latitude = spot_latitude and given.longitude = spot_longitude
where near.lot_id <> given.lot_id
  and not exists (
    select from distinct_lots
    where lower_id = least(near.lot_id, given.lot_id)
      and higher_id = greatest(near.lot_id, given.lot_id))
order by distance_m, near.lot_id;
