-- Stores what is kept of calls that were refused or failed.
-- :rows is a JSON array; `waited_ms` is how long ago each was answered.
-- Keeps its plan.
insert into call_refusals (
  request_id, at, operator_id, livemode, caller_type, caller_id, operation, status, code, reason,
  fields, duration_ms)
select
  request_id, now() - waited_ms * interval '1 millisecond', operator_id, livemode, caller_type,
  caller_id, operation, status, code, reason, fields, duration_ms
from jsonb_to_recordset(:rows::jsonb) as refused (
  request_id text, waited_ms double precision, operator_id text, livemode boolean,
  caller_type text, caller_id text, operation text, status smallint, code text, reason text,
  fields text[], duration_ms integer);
