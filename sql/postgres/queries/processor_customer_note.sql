-- Notes who an operator is at the processor.
insert into processor_customers (operator_id, customer_id)
values (:operator_id, :customer_id)
on conflict (operator_id) do update set customer_id = excluded.customer_id;
