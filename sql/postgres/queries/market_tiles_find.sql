-- The lots of some tiles, the areas in which they are, and the percentiles of their countries. One
-- statement, so one snapshot: all of it belongs to the publication named. No row while nothing has
-- been published.
-- :lows and :highs are the first and the last cell of each tile; :area_lows and :area_highs the
-- same for each resolution that areas have.
-- :marks and :own_marks are of each tile what this returned for it when it was read before (null:
-- it was not), with the same :seed, which nobody else may know. Where its lots still post the same
-- they are not sent, and where something happened on them only that is.
-- :has_terms says whether what lots post is sent, too.
-- Keeps its plan.
with tiles as materialized (
  select low, high, known, known_own
  from unnest(
    (select :lows::bigint[]), (select :highs::bigint[]),
    (select :marks::text[]), (select :own_marks::text[])
  ) as tile (low, high, known, known_own)
),
-- Here and below `offset 0` makes the planner look each tile up by index; otherwise it would read
-- the whole table.
lots as materialized (
  select
    tiles.low as tile,
    lot.lot_id, lot.cell, lot.latitude, lot.longitude, lot.operator_id, lot.country, lot.currency,
    lot.space_count, lot.list_hourly, lot.list_daily, lot.is_public, lot.is_counted,
    lot.observation_count,
    lot.revenue_minor, lot.paid_minutes, lot.occupied_minutes, lot.known_minutes,
    case when :has_terms then lot.terms end as terms
  from tiles
  cross join lateral (
    select * from marts.market_rate_by_lot as near
    where near.livemode = :livemode and near.cell between tiles.low and tiles.high
    offset 0
  ) as lot
),
marks as materialized (
  select
    tiles.low as tile, known, known_own,
    coalesce(sum(hash_record_extended(row(
      lot_id, cell, latitude, longitude, operator_id, country, currency, space_count, list_hourly,
      list_daily, is_public, is_counted), :seed::bigint)), 0)::text as mark,
    coalesce(sum(hash_record_extended(row(
      lot_id, space_count, observation_count, revenue_minor, paid_minutes, occupied_minutes,
      known_minutes), :seed::bigint)), 0)::text as own_mark,
    array_agg(distinct country) filter (where country is not null) as countries
  from tiles
  left join lots on lots.tile = tiles.low
  group by tiles.low, known, known_own
),
sent as (
  select
    lots.cell::text, latitude, longitude, operator_id, country, currency, space_count, list_hourly,
    list_daily, is_public, is_counted, observation_count, revenue_minor, paid_minutes,
    occupied_minutes, known_minutes, terms
  from lots
  join marks using (tile)
  where mark is distinct from known
  order by lots.cell, lot_id
),
own as (
  select
    tile::text,
    json_agg(space_count order by cell, lot_id) as space_count,
    json_agg(observation_count order by cell, lot_id) as observation_count,
    json_agg(revenue_minor order by cell, lot_id) as revenue_minor,
    json_agg(paid_minutes order by cell, lot_id) as paid_minutes,
    json_agg(occupied_minutes order by cell, lot_id) as occupied_minutes,
    json_agg(known_minutes order by cell, lot_id) as known_minutes
  from lots
  join marks using (tile)
  where mark = known and own_mark is distinct from known_own
  group by tile
),
cells as materialized (
  select low, high
  from unnest((select :area_lows::bigint[]), (select :area_highs::bigint[])) as cell (low, high)
  union all
  -- What is in no finer area.
  select 0, 0
),
areas as (
  select
    area.country, area.cell::text, area.median_space_count, area.stay_count, area.paid_stay_count,
    area.paid_pct, area.occupied_pct, area.measured_pct
  from cells
  cross join lateral (
    select * from marts.areas as near
    where near.livemode = :livemode and near.cell between cells.low and cells.high
    offset 0
  ) as area
),
search_areas as (
  select
    area.cell::text, area.search_count, area.unmet_count, area.agent_count, area.searcher_count,
    area.searches_per_million
  from cells
  cross join lateral (
    select * from marts.search_areas as near
    where near.livemode = :livemode and near.cell between cells.low and cells.high
    offset 0
  ) as area
),
percentiles as (
  select country, percentile, searcher_count
  from marts.search_percentiles
  where livemode = :livemode and country in (select country from lots)
)
select
  publication_id,
  as_of,
  (
    select json_agg(json_build_object(
      'tile', tile::text, 'lots', mark, 'own', own_mark, 'countries', coalesce(countries, '{}')))
    from marks
  ) as marks,
  (select coalesce(json_agg(sent), '[]') from sent) as lots,
  (select coalesce(json_agg(own), '[]') from own) as own,
  (select coalesce(json_agg(areas), '[]') from areas) as areas,
  (select coalesce(json_agg(search_areas), '[]') from search_areas) as search_areas,
  (select coalesce(json_agg(percentiles order by percentile), '[]') from percentiles) as percentiles
from marts.publication;
