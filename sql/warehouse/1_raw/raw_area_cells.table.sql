-- One row per row of area_cells in Postgres, with the same values. batch is the number of the batch
-- that loaded it.
create table raw_area_cells (
  batch integer not null,
  tx ubigint not null,
  area_cell_id bigint not null,
  kind varchar,
  livemode boolean,
  country varchar,
  cell bigint,
  named_on date
);
