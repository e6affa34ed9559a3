-- One row per row of ordinary_days in Postgres, with the same values. batch is the number of the
-- batch that loaded it.
create table raw_ordinary_days (
  batch integer not null,
  tx ubigint not null,
  ordinary_day_id bigint not null,
  opening_hours varchar,
  open_minutes smallint
);
