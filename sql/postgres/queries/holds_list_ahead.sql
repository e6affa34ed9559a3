-- Holds that have not begun, of both modes: on lots of an operator, and those that its keys placed.
select hold_id
from holds
where status = 'held' and expires_at > now() and starts_at > now()
  and :operator_id in (operator_id, creator_operator_id)
limit :row_limit;
