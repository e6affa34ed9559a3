-- One row per row of area_cells in Postgres, with the same values. batch is the number of the batch
-- that loaded it.
create table raw_area_cells (
  batch integer not null,
  tx ubigint not null,
  area_cell_id bigint not null,
  kind varchar not null,
  livemode boolean not null,
  country varchar not null,
  cell bigint not null,
  named_on date not null
);
