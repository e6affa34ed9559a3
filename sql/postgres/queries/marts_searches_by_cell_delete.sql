-- Takes rows of the mart back by their keys: those that changed, and those that are gone.
-- $1 rows  JSON array of rows by column name
delete from marts.searches_by_cell as mart
using json_populate_recordset(null::marts.searches_by_cell, $1::json) as stale
where (mart.livemode, mart.cell)
  = (stale.livemode, stale.cell);
