-- One row per fact and rollup: the last batch that it contains.
create table model_progress (
  model varchar primary key,
  batch integer not null
);
