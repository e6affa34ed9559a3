-- One row per row of conversions in Postgres, with the same values. batch is the number of the
-- batch that loaded it.
create table raw_conversions (
  batch integer not null,
  tx ubigint not null,
  conversion_id bigint not null,
  livemode boolean not null,
  city_id integer not null,
  searched_on date not null
);
