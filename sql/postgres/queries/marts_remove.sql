-- Deletes rows of a mart: those that are gone, or all of them. Readers see them until it commits.
-- :mart is a table of schema marts. :rows is a JSON array of rows by column name; only the
-- primary key counts; null: all rows.
select from marts.remove_rows(:mart, :rows::json);
