-- The forecasts of some lots, one after another in the order of their ids. One statement, so one
-- snapshot: all of it belongs to the edition named.
-- Keeps its plan.
with found as materialized (
  select forecast.lot_id, forecast.figures, lot.timezone
  from unnest((select :lot_ids::uuid[])) as given (lot_id)
  -- `offset 0` makes the planner look each lot up by its key, however many there are.
  cross join lateral (
    select * from marts.lot_forecasts as one where one.lot_id = given.lot_id offset 0
  ) as forecast
  cross join lateral (
    select timezone from lots where lots.lot_id = given.lot_id offset 0
  ) as lot
)
select
  edition_id,
  now() as now,
  (select coalesce(
    json_agg(
      json_build_object(
        'lot_id', lot_id, 'timezone', timezone, 'byte_count', octet_length(figures))
      order by lot_id),
    '[]') from found) as lots,
  (select string_agg(figures, '' order by lot_id) from found) as figures
from marts.forecast_edition;
