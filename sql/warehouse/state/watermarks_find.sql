-- One row: the position of a source; none before its first batch. Text, for it goes to Postgres.
select tx::varchar as tx, id::varchar as id, batch from watermarks where source = $source;
