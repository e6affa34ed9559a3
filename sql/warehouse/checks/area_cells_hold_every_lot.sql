-- Lots that are not published yet and for whose place and country there is no area: that of the
-- finest cell that is one of its own, or 0.
with lots as (
  select livemode, country, lot_id, cell as place
  from market_rate_by_lot
  where not is_gone and build > (select published_build from warehouse_state)
),
ancestors as (
  select
    livemode, country, lot_id, cell_parent(place, resolution) as cell, resolution
  from lots cross join range(9) as resolutions (resolution)
),
placed as (
  select lot_id, max_by(cell, resolution) as area_cell
  from ancestors semi join (from fct_area_cells where kind = 'use') as own
    using (livemode, country, cell)
  group by lot_id
),
expected as (
  select livemode, country, coalesce(area_cell, 0) as cell, lot_id
  from lots left join placed using (lot_id)
)
select * from expected anti join (from areas where not is_gone) as areas
  using (livemode, country, cell);
