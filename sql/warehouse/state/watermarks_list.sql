-- One row per source: the last batches that were loaded, and those in the newest build and in the
-- newest publication.
select source, batch, built_batch, published_batch from watermarks;
