-- One row per source: the newest position fully loaded and the number of its batch, and the last
-- batches that the newest build of the marts and the newest publication contain.
create table watermarks (
  source varchar primary key,
  tx ubigint not null,
  id bigint not null,
  batch integer not null,
  built_batch integer not null,
  published_batch integer not null
);
