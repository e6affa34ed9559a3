-- One row per hold that was made; adds those of the batches ($from, $through].
insert into fct_holds by name
with holds as (
  from stg_holds where batch > $from and batch <= $through and fault is null
)
select * exclude (fault) from holds;
