-- One row: the version of the tables of the state.
select fingerprint from warehouse_state;
