-- What a statement says of an audit row: who did what to what, and what became different. The table
-- fills in the rest. Rows are inserted with their values in this order and without naming columns;
-- the last ones may be left out: a part of this system has no platform and no request, and `at` is
-- now. Whoever inserts needs the same rights on the table.
create or replace view audit_rows with (security_invoker = true) as
select
  action, entity_id, operator_id, livemode, diff, actor_type, actor_id, agent_platform, request_id,
  at
from audit_log;
