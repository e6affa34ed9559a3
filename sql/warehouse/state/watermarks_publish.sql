-- Runs after Postgres has committed the publication of the newest build.
update watermarks set published_batch = built_batch;
