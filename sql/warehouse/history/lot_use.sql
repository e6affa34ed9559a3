-- What stays and holds changed on lots from a day (UTC) on: one row per lot, day and currency.
-- $lot_ids is a JSON array. Days are counted from 1970-01-01.
select
  lot_id::varchar as lot_id, (day - date '1970-01-01')::integer as day, currency,
  list_transform(changes, lambda each: each.half_hour)::integer[] as half_hours,
  list_transform(changes, lambda each: each.taken) as taken,
  list_transform(changes, lambda each: each.taken_seconds) as taken_seconds,
  list_transform(changes, lambda each: each.started) as started,
  list_transform(changes, lambda each: each.revenue_minor)::double[] as revenue_minor
from use_by_lot_day
where lot_id in (select unnest(from_json($lot_ids, '["UUID"]')))
  and day >= date '1970-01-01' + $from_day::integer;
