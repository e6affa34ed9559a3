-- A row if the open stays are not what is left of the starts when the stays are taken away.
with starts as (
  select count(*) as start_count from fct_session_starts
),
stays as (
  select count(*) as stay_count from fct_stays
),
open as (
  select coalesce(sum(balance), 0) as open_count, count(*) filter (abs(balance) > 1) as odd_count
  from open_stays
),
differing as (
  from starts, stays, open where start_count - stay_count <> open_count or odd_count > 0
)
select * from differing;
