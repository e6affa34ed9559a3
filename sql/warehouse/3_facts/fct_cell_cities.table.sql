-- One row per cell of resolution 9 that has or had a lot, and lies in a city.
create table fct_cell_cities (
  batch integer not null,
  cell bigint not null,
  city_id integer not null
);
