-- One row per count of the vehicles on a lot; adds those of the batches ($from, $through].
insert into fct_occupancy_counts by name
with counts as (
  from stg_occupancy_counts where batch > $from and batch <= $through and fault is null
),
placed as (
  select *, hour_of(counted_at) as hour_at from counts
)
select * exclude (fault) from placed;
