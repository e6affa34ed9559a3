-- From its first drain on, the warehouse belongs to one database.
update warehouse_state set cluster = $cluster;
