-- Runs in the transaction that removes it.
delete from relations where name = $name;
