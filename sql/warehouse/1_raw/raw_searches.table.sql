-- One row per row of search_log in Postgres, with the same values. batch is the number of the batch
-- that loaded it.
create table raw_searches (
  batch integer not null,
  tx ubigint not null,
  search_id bigint not null,
  searched_at timestamptz not null,
  livemode boolean not null,
  kind varchar not null,
  cell bigint not null,
  cell_latitude double not null,
  cell_longitude double not null,
  radius_m integer not null,
  agent_platform varchar,
  found_lot_count integer not null,
  available_lot_count integer not null,
  nearest_lot_m integer,
  city_id integer,
  searched_on date,
  local_hour smallint,
  wanted_on date,
  operator_ordinal smallint,
  network_ordinal smallint,
  caller_ordinal smallint,
  is_keyed boolean
);
