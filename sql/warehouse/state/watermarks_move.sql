-- Runs in the transaction that loads the rows up to this position ($tx, $id), batch $batch.
insert into watermarks values ($source, $tx::ubigint, $id::bigint, $batch, 0, 0)
on conflict (source) do update set tx = excluded.tx, id = excluded.id, batch = excluded.batch;
