-- The publication that readers see now; null when there is none yet.
-- Keeps its plan.
select (select publication_id from marts.publication) as publication_id;
