-- One row per change of a lot; adds those of the batches ($from, $through].
insert into fct_lot_changes by name
with changes as (
  from stg_lot_changes where batch > $from and batch <= $through and fault is null
),
renamed as (
  select * rename (total_spaces as space_count) from changes
)
select * exclude (fault) from renamed;
