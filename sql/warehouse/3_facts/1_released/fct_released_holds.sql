-- One row per hold that ended before all of its spaces were redeemed; adds those that ended in the
-- batches ($from, $through]. A hold is made before it ends, so it is in fct_holds by then.
insert into fct_released_holds by name
with releases as (
  from stg_hold_releases where batch > $from and batch <= $through and fault is null
),
holds as (
  select * exclude (batch, audit_id) from fct_holds
),
released as (
  select
    releases.batch, releases.audit_id, hold_id, lot_id, livemode,
    space_count - redeemed_count as space_count, starts_at,
    greatest(starts_at, least(ends_at, released_at)) as ended_at
  from releases join holds using (hold_id)
)
select * from released where space_count > 0;
