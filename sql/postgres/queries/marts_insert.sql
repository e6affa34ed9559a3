-- Publishes rows of a mart, a JSON array of rows by column name; their keys were removed in the
-- same transaction. :mart is a table of schema marts.
select from marts.insert_rows(:mart, :rows::json);
