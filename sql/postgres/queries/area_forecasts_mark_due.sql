-- Makes the forecasts of areas due now: their lots changed, or more became known of days that are
-- over. Those that are due already keep their turn. :areas is a JSON array of rows by column name.
update marts.area_forecasts as forecast
set due_at = now()
from json_to_recordset(:areas::json) as given (livemode boolean, country text, cell bigint)
where forecast.livemode = given.livemode and forecast.country = given.country
  and forecast.cell = given.cell and due_at > now();
