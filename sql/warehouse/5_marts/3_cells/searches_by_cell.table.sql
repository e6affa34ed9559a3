-- One row per world and cell of resolution 3 to 9: the searches made from it in 168 hours. Only a
-- resolution-9 cell carries its centre.
create table searches_by_cell (
  livemode boolean not null,
  cell bigint not null,
  search_count bigint not null,
  latitude double,
  longitude double,
  is_gone boolean not null,
  build integer not null
);
