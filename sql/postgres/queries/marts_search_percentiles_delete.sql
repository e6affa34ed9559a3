-- Takes rows of the mart back by their keys: those that changed, and those that are gone.
-- :rows is a JSON array of rows by column name.
delete from marts.search_percentiles as mart
using json_populate_recordset(null::marts.search_percentiles, :rows::json) as stale
where (mart.livemode, mart.country, mart.percentile)
  = (stale.livemode, stale.country, stale.percentile);
