-- One row per text of opening hours; adds those of the batches ($from, $through].
insert into fct_ordinary_days by name
with added as (
  from stg_ordinary_days where batch > $from and batch <= $through and fault is null
)
select * exclude (fault) from added;
