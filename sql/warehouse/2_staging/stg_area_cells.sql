-- One row per cell that is an area of its own.
create view stg_area_cells as
select
  batch, kind, livemode, country, cell, named_on,
  fault_of(tx, area_cell_id, 'area cell', null, concat_ws('; ',
    fault_choice('kind', kind, ['use', 'searches']),
    fault_flag('livemode', livemode),
    fault_code('country', country, if(kind = 'searches', '', '[A-Z]{2}')),
    fault_cell('cell', cell, 0, 8),
    fault_date('named_on', named_on))) as fault
from raw_area_cells;
