-- The audit rows of searches that agents made: which key searched and how much it found, but not
-- where. Audit rows are never erased, so nothing links them to the rows of the search log.
-- :rows is a JSON list.
insert into audit_log (
  actor_type, actor_id, agent_platform, operator_id, livemode, action, entity_id, request_id, diff)
select
  actor_type, actor_id, agent_platform, operator_id, livemode, 'lots.searched', 'lots', request_id,
  jsonb_build_object('found_count', found_count)
from jsonb_to_recordset(:rows::jsonb) as search (
  actor_type text, actor_id text, agent_platform text, operator_id text, livemode boolean,
  request_id text, found_count integer);
