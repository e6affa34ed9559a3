-- Takes rows of the mart back by their keys: those that changed, and those that are gone.
-- :rows is a JSON array of rows by column name.
delete from marts.searches_by_cell as mart
using json_populate_recordset(null::marts.searches_by_cell, :rows::json) as stale
where (mart.livemode, mart.cell)
  = (stale.livemode, stale.cell);
