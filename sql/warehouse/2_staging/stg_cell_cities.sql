-- One row per cell of resolution 9 with a city.
create view stg_cell_cities as
select
  batch, cell, city_id,
  fault_of(tx, cell_city_id, 'city of a cell', null, concat_ws('; ',
    fault_cell('cell', cell, 9, 9),
    fault_number('city_id', city_id, -2_147_483_648, 2_147_483_647))) as fault
from raw_cell_cities
where city_id is not null;
