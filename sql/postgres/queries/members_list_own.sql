-- The operators that a person works for, in the order in which they are locked.
select member_id, operator_id, operators.name as operator_name
from members
join operators using (operator_id)
where person_id = :person_id and removed_at is null
order by operator_id;
