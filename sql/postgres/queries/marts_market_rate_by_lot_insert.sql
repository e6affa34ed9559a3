-- Publishes rows of the mart; their keys were deleted in the same transaction.
-- :rows is a JSON array of rows by column name.
insert into marts.market_rate_by_lot
select * from json_populate_recordset(null::marts.market_rate_by_lot, :rows::json);
