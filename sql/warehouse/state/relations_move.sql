-- Runs in the transaction that adds the rows of the batches up to $batch to a fact or rollup.
update relations set batch = $batch where name = $name;
