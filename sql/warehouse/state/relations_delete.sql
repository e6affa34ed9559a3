-- Runs in the transaction that removes it, or makes it anew.
delete from relations where name = $name;
