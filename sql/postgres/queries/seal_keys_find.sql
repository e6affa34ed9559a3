-- The key that quotes are sealed with: made with the database, the same for all of its processes.
select secret from seal_keys;
