-- One row per cell that is an area of its own; adds those of the batches ($from, $through].
insert into fct_area_cells by name
with added as (
  from stg_area_cells where batch > $from and batch <= $through and fault is null
)
select * exclude (fault) from added;
