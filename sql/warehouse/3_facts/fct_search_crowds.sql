-- One row per group of searches with three callers on one day; adds those of the batches
-- ($from, $through].
insert into fct_search_crowds by name
with added as (
  from stg_search_crowds where batch > $from and batch <= $through and fault is null
)
select * exclude (fault) from added;
