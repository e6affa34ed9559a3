-- Takes rows of the mart back by their keys: those that changed, and those that are gone.
-- $1 rows  JSON array of rows by column name
delete from marts.operator_lots_by_cell as mart
using json_populate_recordset(null::marts.operator_lots_by_cell, $1::json) as stale
where (mart.operator_id, mart.livemode, mart.cell)
  = (stale.operator_id, stale.livemode, stale.cell);
