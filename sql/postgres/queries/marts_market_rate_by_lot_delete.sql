-- Takes rows of the mart back by their keys: those that changed, and those that are gone.
-- :rows is a JSON array of rows by column name.
delete from marts.market_rate_by_lot as mart
using json_populate_recordset(null::marts.market_rate_by_lot, :rows::json) as stale
where mart.lot_id = stale.lot_id;
