-- Runs before the first drain: from then on the warehouse belongs to one database.
update warehouse_state set cluster = $cluster;
