-- Runs in the transaction that empties models: what readers have is no longer what is in the marts.
update warehouse_state set publication_id = '', published_build = 0;
