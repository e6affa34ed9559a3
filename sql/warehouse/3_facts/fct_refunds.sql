-- One row per refund that was paid out; adds those of the batches ($from, $through].
insert into fct_refunds by name
with added as (
  from stg_refunds where batch > $from and batch <= $through and fault is null
)
select * exclude (fault) from added;
