-- Runs in the transaction that creates the empty raw table of a source.
delete from watermarks where source = $source;
