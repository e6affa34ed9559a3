-- One row per source with loaded rows: its position, as text because it is sent to
-- Postgres, and the last batches: of all, of those in the newest build, and in the newest
-- publication.
select source, tx::varchar as tx, id::varchar as id, batch, built_batch, published_batch
from watermarks;
