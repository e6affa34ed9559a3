-- One row: how many audit rows of the batches ($from, $through] have one of $actions, a JSON array.
select count(*)::integer as row_count
from raw_audit
where batch > $from and batch <= $through
  and list_contains(from_json($actions, '["VARCHAR"]'), action);
