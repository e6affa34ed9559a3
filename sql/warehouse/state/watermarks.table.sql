-- One row per source: the newest position fully loaded, and the number of its batch.
create table watermarks (
  source varchar primary key,
  tx ubigint not null,
  id bigint not null,
  batch integer not null
);
