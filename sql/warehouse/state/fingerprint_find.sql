-- One row: the version of the tables of the state in this file.
select fingerprint from warehouse_state;
