-- The newest build holds at this instant.
update warehouse_state set as_of = $as_of::timestamptz;
