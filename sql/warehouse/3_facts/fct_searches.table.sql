-- One row per answered search or look-up. Its place is the centre of its resolution-9 cell.
-- city_id and the local times there are of an agent's query in a city only.
-- operator_ordinal and network_ordinal: 1, 2 or 3 for the first searches of an operator, or without
-- a key of a network, in a cell of resolution 7 and quarter of an hour; null for others.
-- caller_ordinal: 1 to 20 for the first searches of one of these in a cell of resolution 8 and day
-- (UTC); null for others. is_keyed: made with a key; null for searches from before callers were
-- counted, which have no caller_ordinal.
create table fct_searches (
  batch integer not null,
  search_id bigint not null,
  livemode boolean not null,
  kind varchar not null,
  cell bigint not null,
  cell_latitude double not null,
  cell_longitude double not null,
  agent_platform varchar,
  searched_at timestamptz not null,
  available_lot_count integer not null,
  city_id integer,
  searched_on date,
  local_hour smallint,
  wanted_on date,
  operator_ordinal smallint,
  network_ordinal smallint,
  caller_ordinal smallint,
  is_keyed boolean
);
