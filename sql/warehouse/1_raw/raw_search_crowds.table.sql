-- One row per row of search_crowds in Postgres, with the same values. batch is the number of the
-- batch that loaded it.
create table raw_search_crowds (
  batch integer not null,
  tx ubigint not null,
  crowd_id bigint not null,
  livemode boolean not null,
  on_day date not null,
  dimension varchar not null,
  city_id integer,
  label varchar not null
);
