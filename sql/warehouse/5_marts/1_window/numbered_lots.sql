-- One row per lot, listed or not, in an area of stale_areas, as it was last, with a short number,
-- because groups of lots and hours are many. A lot that is removed stays, so that what happened
-- there cannot be subtracted. A lot with public figures is in an area of its own cell. since_hour
-- is the first hour (counted from 1970) that counts: what happened before its figures became public
-- was disclosed of the other area, and what happened while they were has been disclosed of the lot
-- alone.
-- only with rows of: stale_areas
create or replace temp table numbered_lots as
with known as (
  select
    lot_id, livemode, coalesce(country, 'ZZ') as country, operator_id, cell, space_count, audit_id
  from fct_lot_changes
    semi join (select distinct livemode from stale_areas) using (livemode)
  where cell is not null
),
latest as (
  select
    lot_id, any_value(livemode) as livemode, arg_max(country, audit_id) as country,
    arg_max(operator_id, audit_id) as operator_id, arg_max(cell, audit_id) as place,
    arg_max_null(space_count, audit_id) as space_count
  from known
  group by lot_id
),
ancestors as (
  select lot_id, livemode, country, cell_parent(place, resolution) as cell, resolution
  from latest cross join range(9) as resolutions (resolution)
),
placed as (
  select lot_id, max_by(cell, resolution) as area_cell
  from ancestors
    semi join (from fct_area_cells where kind = 'use') as named using (livemode, country, cell)
  group by lot_id
),
lots as (
  select
    livemode, country, if(is_public, place, coalesce(area_cell, 0)) as cell, lot_id, operator_id,
    space_count, coalesce(since_hour, 0) as since_hour
  from latest
    left join placed using (lot_id)
    left join public_operators using (operator_id)
)
select
  row_number() over ()::integer as number, *, space_count * 3_600::bigint as hour_seconds
from lots semi join stale_areas using (livemode, country, cell);
