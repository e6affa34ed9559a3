-- Whose account at a processor it is; no row is returned when it is nobody's here.
-- Keeps its plan.
select operator_id
from payee_accounts
where account_id = :account_id and livemode = :livemode and processor = :processor;
