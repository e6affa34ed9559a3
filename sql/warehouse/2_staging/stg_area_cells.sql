-- One row per cell that is an area of its own.
create view stg_area_cells as
select batch, kind, livemode, country, cell, named_on
from raw_area_cells;
