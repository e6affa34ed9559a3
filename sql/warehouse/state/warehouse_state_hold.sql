-- Moves the instant of the newest build to $as_of, at which its marts are the same.
update warehouse_state set as_of = $as_of::timestamptz;
