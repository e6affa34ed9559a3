-- Runs in the transaction that empties models, so that the next build computes all rows again and
-- is checked as a whole.
update watermarks set built_batch = 0, published_batch = 0;
