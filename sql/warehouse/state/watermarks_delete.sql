-- Runs in the transaction that makes the raw table of a source, empty.
delete from watermarks where source = $source;
