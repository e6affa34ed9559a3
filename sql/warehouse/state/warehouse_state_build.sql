-- Runs in the transaction that makes the marts.
update warehouse_state set build = $build, as_of = $as_of::timestamptz;
