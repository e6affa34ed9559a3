-- One row per open session; applies the starts and ends of the batches ($from, $through].
merge into open_stays as open
using (
  with starts as (
    from fct_session_starts where batch > $from and batch <= $through
  ),
  stays as (
    from fct_stays where batch > $from and batch <= $through
  ),
  changes as (
    select session_id, livemode, lot_id, started_at, 1 as balance from starts
    union all
    select session_id, livemode, lot_id, started_at, -1 as balance from stays
  ),
  changed as (
    select
      session_id, any_value(livemode) as livemode, any_value(lot_id) as lot_id,
      min(started_at) as started_at, sum(balance)::bigint as balance
    from changes
    group by session_id
    having sum(balance) <> 0
  )
  select * from changed
) as changed
using (session_id)
when matched and open.balance + changed.balance = 0 then delete
when matched then update set balance = open.balance + changed.balance
when not matched then insert by name;
