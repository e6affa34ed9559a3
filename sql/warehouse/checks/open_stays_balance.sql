-- One row when the number of open stays is not the number of starts less the number of finished
-- stays and of those whose end was set aside, or when a balance is above 1 or below -1.
with starts as (
  select count(*) as start_count from fct_session_starts
),
stays as (
  select count(*) as stay_count from fct_stays
),
unread as (
  select count(distinct session_id) as unread_count
  from (
    select entity_id as session_id from quarantined_rows
    where source = 'audit_log' and kind in ('session.closed', 'session.ended')
  ) semi join fct_session_starts using (session_id)
),
open as (
  select coalesce(sum(balance), 0) as open_count, count(*) filter (abs(balance) > 1) as odd_count
  from open_stays
),
differing as (
  from starts, stays, unread, open
  where start_count - stay_count - unread_count <> open_count or odd_count > 0
)
select * from differing;
