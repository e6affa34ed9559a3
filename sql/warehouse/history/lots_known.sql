-- Lots of a mode with counts, stays or holds since a day (UTC, counted from 1970-01-01).
select lot_id::varchar as lot_id
from counts_by_lot_day
where livemode = $livemode::boolean and day >= date '1970-01-01' + $from_day::integer
union
select lot_id::varchar
from use_by_lot_day
where livemode = $livemode::boolean and day >= date '1970-01-01' + $from_day::integer;
