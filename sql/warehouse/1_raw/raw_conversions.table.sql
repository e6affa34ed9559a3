-- One row per row of conversions in Postgres, with the same values. batch is the number of the
-- batch that loaded it.
create table raw_conversions (
  batch integer not null,
  tx ubigint not null,
  conversion_id bigint not null,
  livemode boolean,
  city_id integer,
  searched_on date
);
