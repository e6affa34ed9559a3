-- Holds that nobody redeemed in time: they count for nothing any more, and only wait to be noted.
-- $1 row_limit
select hold_id
from holds
where status = 'held' and expires_at <= now()
order by expires_at
limit $1;
