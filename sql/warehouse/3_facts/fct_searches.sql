-- One row per answered search or look-up; adds those of the batches ($from, $through].
insert into fct_searches by name
with searches as (
  from stg_searches where batch > $from and batch <= $through and fault is null
)
select * exclude (fault) from searches;
