-- An operator's keys, newest first, including revoked ones; of a secret only the last characters.
-- One row without a key when the operator has none, and no row when there is no such operator.
select keys.*, o.operator_id
from operators o
left join key_details keys using (operator_id)
where o.operator_id = :operator_id
order by keys.created_at desc, keys.id desc;
