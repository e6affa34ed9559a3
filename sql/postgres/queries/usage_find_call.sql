-- What one call of an operator was charged for.
select at, key_id, endpoint, cost_cents
from usage
where request_id = :request_id and operator_id = :operator_id and livemode = :livemode
order by usage_id;
