-- One row: the last batch that a fact or rollup contains.
select batch from relations where name = $name;
