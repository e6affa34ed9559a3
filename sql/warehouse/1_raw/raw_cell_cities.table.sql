-- One row per row of cell_cities in Postgres, with the same values. batch is the number of the
-- batch that loaded it.
create table raw_cell_cities (
  batch integer not null,
  tx ubigint not null,
  cell_city_id bigint not null,
  cell bigint,
  city_id integer
);
