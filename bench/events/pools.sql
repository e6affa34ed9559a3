-- What events are drawn from, numbered from 1 on: lots, vehicles, and places with their city.
-- $1, $2, $3 are the cells of places and their centres; $4 the number of vehicles; $5 to $9 the
-- city of each place, where it has one.
with lots_drawn as (
  insert into bench_lots (n, lot_id)
  select row_number() over (order by lot_id), lot_id from lots
),
vehicles_drawn as (
  insert into vehicles (livemode, plate)
  select true, 'p1.' || lpad(n::text, 59, '0') from generate_series(1, $4) as n
)
insert into bench_places (
  n, cell, cell_latitude, cell_longitude, city_id, city, state, country, timezone)
select n, cell, lat, lng, city_id, city, state, country, timezone
from unnest(
    $1::bigint[], $2::float8[], $3::float8[],
    $5::integer[], $6::text[], $7::text[], $8::text[], $9::text[])
  with ordinality as place (cell, lat, lng, city_id, city, state, country, timezone, n)
