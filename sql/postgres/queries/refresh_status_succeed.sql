-- Stores what the last refresh did and how large the warehouse is then. :steps is a JSON list,
-- :sources a JSON object of what was read of each source.
update refresh_status
set
  succeeded_at = now(),
  duration_ms = :duration_ms::integer,
  steps = :steps::jsonb,
  sources = sources || :sources::jsonb,
  warehouse_rows = :warehouse_rows::bigint,
  warehouse_bytes = :warehouse_bytes::bigint,
  failure_count = 0,
  failing = '[]';
