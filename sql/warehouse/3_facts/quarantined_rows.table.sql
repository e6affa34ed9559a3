-- One row per raw row that could not be read, and is in no fact: its source, position and batch;
-- what it is about (kind, and the entity_id of an audit row); the first fact that did without it;
-- the reason in words, without values; and since when. is_foreseen: staging says so itself. False
-- where a statement failed on the row.
create table quarantined_rows (
  source varchar not null,
  tx ubigint not null,
  id bigint not null,
  batch integer not null,
  kind varchar not null,
  entity_id varchar,
  fact varchar not null,
  reason varchar not null,
  is_foreseen boolean not null,
  since timestamptz not null
);
