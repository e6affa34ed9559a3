-- One row per table, view and macro that the models have made.
select name, version from relations;
