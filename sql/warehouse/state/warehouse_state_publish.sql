-- Runs once Postgres has committed the publication of the newest build.
update warehouse_state set
  publication_id = $publication_id, published_build = build, published_audit_batch = audit_batch,
  published_search_batch = search_batch;
