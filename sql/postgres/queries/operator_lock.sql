-- Until the transaction ends, nothing else changes this operator. Reading goes on.
select from operators where operator_id = :operator_id for no key update;
