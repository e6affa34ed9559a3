-- Runs in the transaction that adds the rows up to this batch.
update relations set batch = $batch where name = $name;
