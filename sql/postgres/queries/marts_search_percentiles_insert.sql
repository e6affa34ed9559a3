-- Publishes rows of the mart; their keys were deleted in the same transaction.
-- :rows is a JSON array of rows by column name.
insert into marts.search_percentiles
select * from json_populate_recordset(null::marts.search_percentiles, :rows::json);
