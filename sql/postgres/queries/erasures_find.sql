-- An erasure that an operator asked for in one mode.
select erasure_id, kind, status, created_at, due_at, finished_at
from erasures
where erasure_id = :erasure_id
  and operator_id = :operator_id
  and livemode = :livemode;
