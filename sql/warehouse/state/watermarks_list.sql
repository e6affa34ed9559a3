-- One row per source: the last batches that were built and published.
select source, built_batch, published_batch from watermarks;
