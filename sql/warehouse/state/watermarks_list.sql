-- One row per source: the last batches in the newest build and in the newest publication.
select source, built_batch, published_batch from watermarks;
