-- How many more spaces of a lot of another operator the caller's operator may hold now, whether or
-- not they are free. No row is returned for a lot of its own.
select spaces_holdable(lots, :operator_id, now()) as space_count
from lots
where lot_id = :lot_id::uuid
  and operator_id <> :operator_id;
