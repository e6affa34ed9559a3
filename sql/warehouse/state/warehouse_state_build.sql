-- Runs in the transaction that makes the marts.
update warehouse_state set
  build = $build, audit_batch = $audit_batch, search_batch = $search_batch,
  as_of = $as_of::timestamptz;
