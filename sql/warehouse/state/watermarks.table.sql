-- One row per source: the position of the last loaded row and the number of its batch; and the last
-- batches in the newest build of the marts and in the newest publication.
create table watermarks (
  source varchar primary key,
  tx ubigint not null,
  id bigint not null,
  batch integer not null,
  built_batch integer not null,
  published_batch integer not null
);
