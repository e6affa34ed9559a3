-- One row: what a file holds.
with packed as (
  select #1 as batch, {'tx': #2, 'id': #3} as position from read_parquet($path)
)
select
  min(batch) as first_batch, max(batch) as last_batch,
  min(position).tx::varchar as first_tx, min(position).id::varchar as first_id,
  max(position).tx::varchar as last_tx, max(position).id::varchar as last_id,
  count(*)::integer as row_count
from packed;
