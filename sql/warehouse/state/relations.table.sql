-- One row per table, view and macro of the numbered folders: the version of the statements that it
-- depends on, and for a fact or rollup the last batch that it contains.
create table relations (
  name varchar primary key,
  version varchar not null,
  batch integer not null
);
