-- Runs in the transaction that empties the facts of a source: its rows are tried again.
delete from quarantined_rows where source = $source;
