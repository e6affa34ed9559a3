-- Whether a transaction is older than all that are still open: no row can appear before its rows
-- later. Who reads rows in the order of (tx, id) up to here reads each once, and leaves none out.
create or replace function is_below_horizon(tx xid8) returns boolean
language sql stable parallel safe
return tx < pg_snapshot_xmin(pg_current_snapshot());
