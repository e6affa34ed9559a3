-- One row per raw row of the batches ($from, $through] on which a statement failed: where it is in
-- its table.
select tx::varchar as tx, id::varchar as id
from quarantined_rows
where source = $source and batch > $from and batch <= $through and not is_foreseen;
