-- How old what the marts contain is, in whole seconds; null when nothing was published yet. Always
-- one row, so that an answer also proves that the database works.
select extract(epoch from now() - max(as_of))::integer as age_seconds from marts.publication;
