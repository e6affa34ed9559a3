-- One row per operator, world and cell of resolution 3 to 9: its listed active lots there.
create table operator_lots_by_cell (
  operator_id varchar not null,
  livemode boolean not null,
  cell bigint not null,
  lot_count integer not null,
  is_gone boolean not null,
  build integer not null
);
