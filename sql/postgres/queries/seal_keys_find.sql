-- The key that quotes are sealed with. It was made with the database and is the same for all
-- processes.
-- Keeps its plan.
select secret from seal_keys;
