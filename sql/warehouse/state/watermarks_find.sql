-- The position of a source, as text because it is sent to Postgres. No row before its first batch.
select tx::varchar as tx, id::varchar as id, batch from watermarks where source = $source;
