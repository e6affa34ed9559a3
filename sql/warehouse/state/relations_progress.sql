-- One row per table, view and macro: for a fact or rollup, the last batch that it contains.
select name, batch from relations;
