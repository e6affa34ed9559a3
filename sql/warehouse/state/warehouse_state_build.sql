-- Runs in the transaction that computes the marts.
update warehouse_state set build = $build, as_of = $as_of::timestamptz;
