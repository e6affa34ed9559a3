-- The audit rows that a call of an operator wrote, in their order, at most :row_limit: those of its
-- own keys and of people and apps that act for it, wherever they did something. Rows about a plate
-- that was looked up have the id of a vehicle, which is not shown.
select
  audit_id, at, actor_id, action,
  case when action <> 'session.searched' then entity_id end as entity_id
from audit_log as log
where request_id = :request_id
  and livemode = :livemode
  and :operator_id in (operator_id, actor_operator_id)
  and case actor_type
    when 'system' then false
    when 'person'
      then (select operator_id from members where member_id = log.actor_id) = :operator_id
    else (select operator_id from api_keys where key_id = log.actor_id) = :operator_id
  end
order by audit_id
limit :row_limit;
