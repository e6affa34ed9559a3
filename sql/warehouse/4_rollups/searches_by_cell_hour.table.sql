-- One row per world, resolution-9 cell and hour (UTC): the searches made in the cell, those that
-- asked for free spaces and found none, and those of agents.
create table searches_by_cell_hour (
  livemode boolean not null,
  cell bigint not null,
  hour_at timestamptz not null,
  cell_latitude double not null,
  cell_longitude double not null,
  search_count bigint not null,
  unmet_count bigint not null,
  agent_count bigint not null
);
