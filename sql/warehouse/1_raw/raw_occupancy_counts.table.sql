-- One row per row of occupancy_counts in Postgres, with the same values. batch is the number of the
-- batch that loaded it.
create table raw_occupancy_counts (
  batch integer not null,
  tx ubigint not null,
  count_id bigint not null,
  counted_at timestamptz,
  livemode boolean,
  lot_id varchar,
  occupied integer,
  source varchar
);
