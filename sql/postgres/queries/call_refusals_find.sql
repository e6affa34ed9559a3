-- What is kept of a call of an operator that was refused or failed.
select at, caller_id, operation, status, code, reason, fields, duration_ms
from call_refusals
where request_id = :request_id and operator_id = :operator_id and livemode = :livemode;
