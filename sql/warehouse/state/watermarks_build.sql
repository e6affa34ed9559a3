-- Runs in the transaction that makes the marts: they contain a source up to this batch.
update watermarks set built_batch = $batch where source = $source;
