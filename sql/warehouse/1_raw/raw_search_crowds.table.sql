-- One row per row of search_crowds in Postgres, with the same values. batch is the number of the
-- batch that loaded it.
create table raw_search_crowds (
  batch integer not null,
  tx ubigint not null,
  crowd_id bigint not null,
  livemode boolean,
  on_day date,
  dimension varchar,
  city_id integer,
  label varchar
);
