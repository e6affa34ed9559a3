-- Takes rows of the mart back by their keys: those that changed, and those that are gone.
-- $1 rows  JSON array of rows by column name
delete from marts.search_percentiles as mart
using json_populate_recordset(null::marts.search_percentiles, $1::json) as stale
where (mart.livemode, mart.country, mart.percentile)
  = (stale.livemode, stale.country, stale.percentile);
