-- One row per cell of resolution 9 with a city.
create view stg_cell_cities as
select batch, cell, city_id
from raw_cell_cities
where city_id is not null;
