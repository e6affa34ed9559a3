-- One row per table, view and macro that the models make: the version of the statements that made
-- it, and of a fact or rollup the last batch that it contains.
create table relations (
  name varchar primary key,
  version varchar not null,
  batch integer not null
);
