create table bench_lots (n bigint primary key, lot_id uuid not null);
create table bench_places (
  n bigint primary key,
  cell bigint not null,
  cell_latitude float8 not null,
  cell_longitude float8 not null,
  city_id integer,
  city text,
  state text,
  country text,
  timezone text
);
