-- The audit rows of what agents asked: which key asked how, and how much was found, but not where.
-- Audit rows are never erased, so nothing links them to places or to the rows of the search log.
-- :rows is a JSON list; dispatcher_action is null for a search without the dispatcher.
insert into audit_log (
  actor_type, actor_id, agent_platform, operator_id, livemode, action, entity_id, request_id, diff)
select
  actor_type, actor_id, agent_platform, operator_id, livemode,
  case when dispatcher_action is null then 'lots.searched' else 'dispatcher.called' end,
  case when dispatcher_action is null then 'lots' else 'dispatcher' end,
  request_id,
  jsonb_strip_nulls(jsonb_build_object('action', dispatcher_action, 'found_count', found_count))
from jsonb_to_recordset(:rows::jsonb) as search (
  actor_type text, actor_id text, agent_platform text, operator_id text, livemode boolean,
  request_id text, dispatcher_action text, found_count integer);
