-- The position after everything that was committed until now.
-- Keeps its plan.
select pg_current_snapshot()::text as snapshot, system_identifier::text as system,
  extract(epoch from now())::bigint as now_seconds
from pg_control_system();
