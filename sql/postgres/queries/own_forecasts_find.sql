-- The forecasts of some listed, active lots with what they post, one after another in the order of
-- their ids. One statement, so one snapshot: all of it belongs to the edition named.
with found as materialized (
  select
    lot_id, forecast.figures, rate.space_count, rate.currency, rate.posted_hourly,
    rate.posted_daily
  from marts.lot_forecasts as forecast
  join marts.market_rate_by_lot as rate using (lot_id)
  where lot_id = any(:lot_ids::uuid[])
)
select
  edition_id,
  (select coalesce(
    json_agg(
      json_build_object(
        'lot_id', lot_id, 'space_count', space_count, 'currency', currency,
        'posted_hourly', posted_hourly, 'posted_daily', posted_daily,
        'byte_count', octet_length(figures))
      order by lot_id),
    '[]') from found) as lots,
  (select string_agg(figures, '' order by lot_id) from found) as figures
from marts.forecast_edition;
