-- One row per text of opening hours that lots have or had: the minutes of a Wednesday that is no
-- holiday in which it is open; null where that is not known.
create table fct_ordinary_days (
  batch integer not null,
  opening_hours varchar not null,
  open_minutes smallint
);
