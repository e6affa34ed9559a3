-- The files of the archive, by source and in the order of their rows. Positions are text.
select
  source, first_batch, last_batch, first_tx::text as first_tx, first_id::text as first_id,
  last_tx::text as last_tx, last_id::text as last_id, row_count, file_name, byte_count, sha256,
  damage
from archive_files
order by source, archive_files.first_batch;
