-- One row per time that an operator declared its figures public or took that back; adds those of
-- the batches ($from, $through].
insert into fct_public_figures by name
with added as (
  from stg_public_figures where batch > $from and batch <= $through and fault is null
)
select * exclude (fault) from added;
