-- Publishes rows of the mart; their keys were deleted in the same transaction.
-- $1 rows  JSON array of rows by column name
insert into marts.search_percentiles
select * from json_populate_recordset(null::marts.search_percentiles, $1::json);
