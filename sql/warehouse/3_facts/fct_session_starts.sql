-- One row per session that began; adds those of the batches ($from, $through].
insert into fct_session_starts by name
with starts as (
  from stg_session_starts where batch > $from and batch <= $through and fault is null
)
select * exclude (fault) from starts;
