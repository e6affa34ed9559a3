-- Publishes rows of a mart; rows with the same keys were removed in the same transaction.
-- :mart is a table of schema marts, :rows a JSON array of rows by column name.
select from marts.insert_rows(:mart, :rows::json);
