-- All areas, and those that have a forecast: whether any figure may be shown of them, and whether
-- the forecast of such an area is due. made_for is null where there is none. Areas without one come
-- first, then those that are due first.
select
  livemode, country, cell::text, coalesce(area.occupied_pct is not null, false) as is_told,
  forecast.made_for,
  area.occupied_pct is not null and coalesce(forecast.due_at <= now(), true) as is_due
from marts.areas as area
full join marts.area_forecasts as forecast using (livemode, country, cell)
order by forecast.due_at nulls first, livemode, country, cell;
