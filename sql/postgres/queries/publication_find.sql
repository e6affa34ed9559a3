-- The publication readers see now, null at first.
select (select publication_id from marts.publication) as publication_id;
