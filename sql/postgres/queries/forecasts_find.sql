-- The forecasts of some lots, one after another in the order of their ids. One statement, so one
-- snapshot: all of it belongs to the edition named.
with found as materialized (
  select forecast.lot_id, forecast.figures, lots.timezone
  from marts.lot_forecasts as forecast
  join lots using (lot_id)
  where forecast.lot_id = any(:lot_ids::uuid[])
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
