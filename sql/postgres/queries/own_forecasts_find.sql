-- The forecasts of some listed, active lots with what they post, one after another in the order of
-- their ids. One statement, so one snapshot: all of it belongs to the edition named.
-- Keeps its plan.
with found as materialized (
  select
    given.lot_id, forecast.figures, rate.space_count, rate.currency, rate.posted_hourly,
    rate.posted_daily, rate.terms::json #>> '{reference,part}' as part
  from unnest((select :lot_ids::uuid[])) as given (lot_id)
  -- `offset 0` makes the planner look each lot up by its key, however many there are.
  cross join lateral (
    select * from marts.lot_forecasts as one where one.lot_id = given.lot_id offset 0
  ) as forecast
  cross join lateral (
    select * from marts.market_rate_by_lot as one where one.lot_id = given.lot_id offset 0
  ) as rate
)
select
  edition_id,
  (select coalesce(
    json_agg(
      json_build_object(
        'lot_id', lot_id, 'space_count', space_count, 'currency', currency,
        'posted_hourly', posted_hourly, 'posted_daily', posted_daily, 'part', part,
        'byte_count', octet_length(figures))
      order by lot_id),
    '[]') from found) as lots,
  (select string_agg(figures, '' order by lot_id) from found) as figures
from marts.forecast_edition;
