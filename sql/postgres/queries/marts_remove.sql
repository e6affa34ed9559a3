-- Takes rows of a mart back: those that changed and those that are gone, or all of them. Readers
-- keep what they see until it commits. :mart is a table of schema marts, :rows a JSON array of rows
-- by column name, of which the primary key counts; null: all rows.
select from marts.remove_rows(:mart, :rows::json);
