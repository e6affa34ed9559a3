-- Whom an invoice is sent to: the operator, and who it is at the processor (null: nobody yet).
select operators.operator_id, name, email, customer_id
from operators
left join processor_customers on processor_customers.operator_id = operators.operator_id
where operators.operator_id = :operator_id;
