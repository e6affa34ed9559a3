-- Runs in the transaction that loads the rows up to this position.
insert or replace into watermarks (source, tx, id, batch)
values ($source, $tx::ubigint, $id::bigint, $batch);
