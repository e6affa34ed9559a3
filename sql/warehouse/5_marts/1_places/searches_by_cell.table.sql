-- One row per mode and cell of resolution 9: how many searches were made in it in 168 hours, and
-- the place of its centre.
create table searches_by_cell (
  livemode boolean not null,
  cell bigint not null,
  search_count bigint not null,
  latitude double not null,
  longitude double not null,
  is_gone boolean not null,
  build integer not null
);
