-- How the invoices of an operator fail at the processor that moves no money; nothing: they do not.
select rehearsal from simulated_payers where operator_id = :operator_id;
