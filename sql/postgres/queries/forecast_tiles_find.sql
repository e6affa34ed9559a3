-- The listed, active lots of some tiles that have a forecast, in the order of their cells, with the
-- first :head_bytes bytes of each, and the forecasts of the areas in which they can be. One
-- statement, so one snapshot: all of it belongs to the edition named.
-- :lows and :highs are the first and the last cell of each tile; :area_lows and :area_highs the
-- same for each resolution that areas have.
-- :marks are of each tile what this returned for it when it was read before (null: it was not),
-- with the same :seed, which nobody else may know. Where no first bytes have changed, its lots are
-- not sent.
-- Keeps its plan.
with tiles as materialized (
  select low, high, known
  from unnest(
    (select :lows::bigint[]), (select :highs::bigint[]), (select :marks::text[])
  ) as tile (low, high, known)
),
found as materialized (
  select
    tiles.low as tile, forecast.cell, forecast.lot_id,
    substring(forecast.figures for :head_bytes::integer) as head
  from tiles
  -- `offset 0` makes the planner look each tile up by index; otherwise it would read the whole
  -- table.
  cross join lateral (
    select * from marts.lot_forecasts as near
    where near.livemode = :livemode and near.cell between tiles.low and tiles.high
    offset 0
  ) as forecast
),
marks as materialized (
  select
    tiles.low as tile, known,
    coalesce(sum(hash_record_extended(row(lot_id, cell, head), :seed::bigint)), 0)::text as mark
  from tiles
  left join found on found.tile = tiles.low
  group by tiles.low, known
),
listed as materialized (
  select
    found.cell, found.lot_id, found.head,
    json_build_object(
      'lot_id', found.lot_id, 'cell', found.cell::text, 'latitude', rate.latitude,
      'longitude', rate.longitude, 'operator_id', rate.operator_id,
      'timezone', lot.timezone, 'country', lot.country, 'state', lot.state,
      'has_hours', lot.opening_hours is not null, 'is_counted', rate.is_counted,
      'byte_count', octet_length(found.head)) as lot
  from found
  join marks using (tile)
  cross join lateral (
    select * from marts.market_rate_by_lot as one where one.lot_id = found.lot_id offset 0
  ) as rate
  cross join lateral (
    select timezone, country, state, opening_hours from lots
    where lots.lot_id = found.lot_id offset 0
  ) as lot
  where mark is distinct from known
),
cells as materialized (
  select low, high
  from unnest((select :area_lows::bigint[]), (select :area_highs::bigint[])) as cell (low, high)
  union all
  -- What is in no finer area.
  select 0, 0
),
areas as materialized (
  select
    area.country, area.cell, area.figures,
    json_build_object(
      'country', area.country, 'cell', area.cell::text, 'currency', area.currency,
      'made_at_ms', (extract(epoch from area.made_at) * 1000)::bigint,
      'byte_count', octet_length(area.figures)) as area
  from cells
  cross join lateral (
    select * from marts.area_forecasts as near
    where near.livemode = :livemode and near.cell between cells.low and cells.high
    offset 0
  ) as area
)
select
  edition_id,
  (select json_agg(json_build_object('tile', tile::text, 'mark', mark)) from marks) as marks,
  (select coalesce(json_agg(lot order by cell, lot_id), '[]') from listed) as lots,
  (select string_agg(head, '' order by cell, lot_id) from listed) as heads,
  (select coalesce(json_agg(area order by cell, country), '[]') from areas) as areas,
  (select string_agg(figures, '' order by cell, country) from areas) as area_figures
from marts.forecast_edition;
