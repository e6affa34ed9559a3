-- Replaces all projection sites by those given, in one statement: readers see the old ones, then
-- the new ones. For each site it finds two lots among the listed, active ones of its mode within
-- 50 km of its centre: the nearest, even if it is full, and the nearest that has a city. The index
-- finds lots by degrees, which are not metres. So any lot of the smallest box that contains one
-- gives an upper bound for the distance, and among all lots within that bound great circles decide.
-- :sites is a JSON array of rows by column name.
with site as materialized (
  select * from json_to_recordset(:sites::json) as site (
    livemode boolean, cell bigint, latitude float8, longitude float8, unmet_searches integer,
    caller_count integer, suggested_spaces integer, from_at timestamptz, to_at timestamptz)
),
-- Also one turn (360 degrees) to either side, to find lots beyond the antimeridian.
wish as materialized (
  select livemode, cell, needs_city, point(longitude + turn, latitude) as centre
  from site
  cross join unnest(array[true, false]) as needs_city
  cross join unnest(array[-360, 0, 360]) as turn
),
bound as (
  select wish.livemode, cell, needs_city, min(distance_m) as distance_m
  from wish
  cross join lateral (
    select distance_m
    from unnest(array[200, 800, 3200, 12800, 50000]) as box_m
    cross join degrees_around(centre[1], box_m) as reach
    cross join lateral (
      select great_circle_m(latitude, longitude, centre[1], centre[0]) as distance_m
      from lots
      where position <@ box(centre - reach, centre + reach)
        and lots.livemode = wish.livemode
        and deleted_at is null
        and is_listed
        and status = 'active'
        and (city is not null or not needs_city)
      limit 1
    ) as lot
    limit 1
  ) as some_lot
  group by wish.livemode, cell, needs_city
),
nearest as (
  select distinct on (wish.livemode, cell, needs_city)
    wish.livemode, cell, needs_city, lot.distance_m, city, state
  from bound
  join wish using (livemode, cell, needs_city)
  cross join degrees_around(centre[1], least(bound.distance_m, 50000)) as reach
  cross join lateral (
    select
      lot_id, city, state,
      great_circle_m(latitude, longitude, centre[1], centre[0]) as distance_m
    from lots
    where position <@ box(centre - reach, centre + reach)
      and lots.livemode = wish.livemode
      and deleted_at is null
      and is_listed
      and status = 'active'
      and (city is not null or not needs_city)
  ) as lot
  where lot.distance_m <= 50000
  order by wish.livemode, cell, needs_city, lot.distance_m, lot_id
),
placed as (
  select
    site.*, named.city, named.state, round(nearest.distance_m)::integer as nearest_lot_m
  from site
  left join nearest on (nearest.livemode, nearest.cell) = (site.livemode, site.cell)
    and not nearest.needs_city
  left join nearest as named on (named.livemode, named.cell) = (site.livemode, site.cell)
    and named.needs_city
),
written as (
  merge into marts.projection_sites as kept
  using placed on (kept.livemode, kept.cell) = (placed.livemode, placed.cell)
  when not matched by target then
    insert (
      livemode, cell, latitude, longitude, city, state, nearest_lot_m, unmet_searches,
      caller_count, suggested_spaces, from_at, to_at)
    values (
      placed.livemode, placed.cell, latitude, longitude, city, state, nearest_lot_m, unmet_searches,
      caller_count, suggested_spaces, from_at, to_at)
  when not matched by source then
    delete
  when matched then
    update set
      city = placed.city, state = placed.state, nearest_lot_m = placed.nearest_lot_m,
      unmet_searches = placed.unmet_searches, caller_count = placed.caller_count,
      suggested_spaces = placed.suggested_spaces, from_at = placed.from_at, to_at = placed.to_at
  returning 1
)
select count(*)::integer as row_count from written;
