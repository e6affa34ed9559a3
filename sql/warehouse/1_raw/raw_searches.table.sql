-- One row per row of search_log in Postgres, with the same values. batch is the number of the batch
-- that loaded it.
create table raw_searches (
  batch integer not null,
  tx ubigint not null,
  search_id bigint not null,
  searched_at timestamptz,
  livemode boolean,
  kind varchar,
  cell bigint,
  cell_latitude double,
  cell_longitude double,
  radius_m integer,
  agent_platform varchar,
  found_lot_count integer,
  available_lot_count integer,
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
