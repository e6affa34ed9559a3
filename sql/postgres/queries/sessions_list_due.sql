-- Stays that nobody ended within 15 minutes of their expected end, and ended ones whose money is
-- still to be captured: a call that ended one in the last minute may still be at it.
-- $1 lot_id  null: any
-- $2 row_limit
select *
from session_details
where (status = 'active' and expected_end <= now() - interval '15 minutes'
    or status = 'expiring'
    or status = 'ending' and ended_at <= now() - interval '1 minute')
  and ($1::uuid is null or lot_id = $1)
order by expected_end
limit $2;
