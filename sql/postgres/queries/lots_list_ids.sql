-- A page of all lots there are, in the order of their ids.
-- $1 after  the last one of the page before
-- $2 row_limit
select lot_id
from lots
where lot_id > $1
order by lot_id
limit $2;
