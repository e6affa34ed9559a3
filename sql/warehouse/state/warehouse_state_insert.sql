-- The first row of a new warehouse: it belongs to no database, and nothing is built.
insert into warehouse_state values ($fingerprint, '', 0, null, '', 0);
