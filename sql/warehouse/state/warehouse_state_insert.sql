-- The first statement of a new warehouse: it belongs to no cluster and nothing is built.
insert into warehouse_state values ($fingerprint, '', 0, null, '', 0);
