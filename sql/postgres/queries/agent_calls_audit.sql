-- The audit rows of what agents asked: which key asked how, and how much was found or how the call
-- ended, but not where and of what. Audit rows are never erased, so nothing links them to places or
-- to the rows of the search log.
-- :rows is a JSON list; kind is search, dispatcher, refusal (by the dispatcher) or read. What a
-- kind does not have is null. has_more is true where lots were counted as far as the page needed.
-- Keeps its plan.
insert into audit_rows
select
  case kind
    when 'search' then 'lots.searched' when 'read' then 'agent.read' else 'dispatcher.called' end,
  case kind when 'search' then 'lots' when 'read' then operation else 'dispatcher' end,
  operator_id, livemode,
  jsonb_strip_nulls(jsonb_build_object(
    'action', action, 'found_count', found_count, 'has_more', has_more, 'status', status)),
  actor_type, actor_id, agent_platform, request_id
from jsonb_to_recordset(:rows::jsonb) as call (
  actor_type text, actor_id text, agent_platform text, operator_id text, livemode boolean,
  request_id text, kind text, operation text, action text, found_count integer,
  has_more boolean, status integer);
