-- The forecasts of the listed, active lots of some tiles, in the order of their cells. One
-- statement, so one snapshot: all of it belongs to the edition named.
-- :lows and :highs are the first and the last cell of each tile.
with tiles as materialized (
  select low, high from unnest(:lows::bigint[], :highs::bigint[]) as tile (low, high)
),
found as materialized (
  select forecast.cell, forecast.lot_id, forecast.figures, forecast.made_at
  from tiles
  -- `offset 0` makes the planner look each tile up by index; otherwise it would read the whole
  -- table.
  cross join lateral (
    select * from marts.lot_forecasts as near
    where near.livemode = :livemode and near.cell between tiles.low and tiles.high
    offset 0
  ) as forecast
),
listed as materialized (
  select
    found.cell, found.lot_id, found.figures,
    json_build_object(
      'lot_id', found.lot_id, 'cell', found.cell::text, 'latitude', rate.latitude,
      'longitude', rate.longitude, 'operator_id', rate.operator_id,
      'space_count', rate.space_count, 'currency', rate.currency,
      'posted_hourly', rate.posted_hourly, 'posted_daily', rate.posted_daily,
      'timezone', lots.timezone, 'country', lots.country, 'state', lots.state,
      'made_at_ms', (extract(epoch from found.made_at) * 1000)::bigint,
      'byte_count', octet_length(found.figures)) as lot
  from found
  join marts.market_rate_by_lot as rate using (lot_id)
  join lots using (lot_id)
)
select
  edition_id,
  (select coalesce(json_agg(lot order by cell, lot_id), '[]') from listed) as lots,
  (select string_agg(figures, '' order by cell, lot_id) from listed) as figures
from marts.forecast_edition;
