-- Runs after Postgres has committed the publication of the newest build.
update warehouse_state set publication_id = $publication_id, published_build = build;
