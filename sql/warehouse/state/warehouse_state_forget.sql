-- Runs in the transaction that empties models: the marts no longer equal the last publication, so
-- the next one replaces all rows.
update warehouse_state set publication_id = '', published_build = 0;
