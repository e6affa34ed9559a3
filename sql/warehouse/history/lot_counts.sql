-- The counts of lots from a day (UTC) on: one row per lot and day, with the half hours that were
-- counted and the vehicles in each. $lot_ids is a JSON array. Days are counted from 1970-01-01.
select
  lot_id::varchar as lot_id, (day - date '1970-01-01')::integer as day,
  list_transform(half_hours, lambda each: each.half_hour)::integer[] as half_hours,
  list_transform(half_hours, lambda each: each.occupied) as occupied
from counts_by_lot_day
where lot_id in (select unnest(from_json($lot_ids, '["UUID"]')))
  and day >= date '1970-01-01' + $from_day::integer;
