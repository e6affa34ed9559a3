-- Publishes rows of the mart; their keys were deleted in the same transaction.
-- :rows is a JSON array of rows by column name.
insert into marts.searches_by_cell
select * from json_populate_recordset(null::marts.searches_by_cell, :rows::json);
