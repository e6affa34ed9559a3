-- Removes the forecasts of areas. :areas is a JSON array of rows by column name.
delete from marts.area_forecasts as forecast
using json_to_recordset(:areas::json) as given (livemode boolean, country text, cell bigint)
where forecast.livemode = given.livemode and forecast.country = given.country
  and forecast.cell = given.cell;
