-- One row: the version of the raw tables and of the state.
select fingerprint from warehouse_state;
