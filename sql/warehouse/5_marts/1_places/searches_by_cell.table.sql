-- One row per world and cell of resolution 9: the searches made from it in 168 hours; its centre.
create table searches_by_cell (
  livemode boolean not null,
  cell bigint not null,
  search_count bigint not null,
  latitude double not null,
  longitude double not null,
  is_gone boolean not null,
  build integer not null
);
