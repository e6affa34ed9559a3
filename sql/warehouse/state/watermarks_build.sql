-- Runs in the transaction that computes the marts: they contain the source up to $batch.
update watermarks set built_batch = $batch where source = $source;
