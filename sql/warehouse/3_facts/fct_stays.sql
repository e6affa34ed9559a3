-- One row per finished stay; adds those of the batches ($from, $through].
insert into fct_stays by name
with stays as (
  from stg_stays where batch > $from and batch <= $through and fault is null
),
measured as (
  select
    *,
    greatest(1, (epoch_us(ended_at) - epoch_us(started_at) + 59_999_999) // 60_000_000)
      as billed_minutes
  from stays
)
select * exclude (fault) from measured;
