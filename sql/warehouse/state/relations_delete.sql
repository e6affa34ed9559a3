-- Runs in the transaction that removes the table, view or macro.
delete from relations where name = $name;
