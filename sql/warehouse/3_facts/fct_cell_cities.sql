-- One row per cell with a city; adds those of the batches ($from, $through].
insert into fct_cell_cities by name
with added as (
  from stg_cell_cities where batch > $from and batch <= $through and fault is null
)
select * exclude (fault) from added;
