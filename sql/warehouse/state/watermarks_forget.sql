-- Runs in the transaction that empties models: the next build contains all batches anew.
update watermarks set built_batch = 0, published_batch = 0;
