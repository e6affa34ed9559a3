-- One row per open session; applies the starts and ends of the batches ($from, $through]. A session
-- whose end was set aside is over, too, though nobody can read when.
merge into open_stays as open
using (
  with starts as (
    from fct_session_starts where batch > $from and batch <= $through
  ),
  stays as (
    from fct_stays where batch > $from and batch <= $through
  ),
  -- Again and again, but a session counts only while it is open.
  unread_ends as (
    select distinct entity_id as session_id
    from quarantined_rows
    where source = 'audit_log' and kind in ('session.closed', 'session.ended')
      and batch <= $through
  ),
  unread as (
    select session_id, livemode, lot_id, started_at
    from (
      from starts
      union all by name
      select session_id, livemode, lot_id, started_at from open_stays where balance > 0
    ) semi join unread_ends using (session_id)
  ),
  changes as (
    select session_id, livemode, lot_id, started_at, 1 as balance from starts
    union all
    select session_id, livemode, lot_id, started_at, -1 as balance from stays
    union all
    select session_id, livemode, lot_id, started_at, -1 as balance from unread
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
