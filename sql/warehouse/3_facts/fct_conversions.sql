-- One row per stay or hold that followed an agent's search; adds those of the batches
-- ($from, $through].
insert into fct_conversions by name
with added as (
  from stg_conversions where batch > $from and batch <= $through and fault is null
)
select * exclude (fault) from added;
