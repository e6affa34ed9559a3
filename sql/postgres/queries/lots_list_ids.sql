-- A page of all lots, in the order of their ids.
-- :after is the last id of the page before.
select lot_id
from lots
where lot_id > :after
order by lot_id
limit :row_limit;
