-- Publishes rows of a mart, in place of those with the same primary key.
-- :mart is a table of schema marts, :rows a JSON array of rows by column name, each key once.
select from marts.put_rows(:mart, :rows::json);
