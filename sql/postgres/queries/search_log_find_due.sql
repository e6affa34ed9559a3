-- is_due: the search log has days that are at least :days_kept days old. is_packed: none of their
-- searches is after the last position of the archive (:tx, :id).
select
  is_due,
  tx is null or (due.tx, due.id) <= (:tx::xid8, :id::bigint) as is_packed
from due_searches(:days_kept::integer) as due;
