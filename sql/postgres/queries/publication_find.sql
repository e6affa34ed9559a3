-- The publication that readers see now; null when there is none yet.
select (select publication_id from marts.publication) as publication_id;
