-- One row per mode, resolution-9 cell and hour (UTC): the searches made in the cell, those that
-- asked for free spaces and found none, and those of agents, at most 20 of one caller on a day in a
-- cell of resolution 8; and those that count for a surge: at most three of one operator, or without
-- a key of one network, in a neighbourhood and quarter. operator_count and network_count: the first
-- searches of operators, and without a key of networks, on that day in that cell of resolution 8.
create table searches_by_cell_hour (
  livemode boolean not null,
  cell bigint not null,
  hour_at timestamptz not null,
  cell_latitude double not null,
  cell_longitude double not null,
  search_count bigint not null,
  unmet_count bigint not null,
  agent_count bigint not null,
  operator_search_count bigint not null,
  network_search_count bigint not null,
  operator_count bigint not null,
  network_count bigint not null
);
