-- One row per group of searches with at least three callers on one day. dimension says what kind of
-- group: an H3 cell of any searches (cell), or of a city's agent queries all (all, without a
-- label), a local hour (hour), a platform, a cell (place) or a wanted date (wanted_on). label is
-- its value.
create table fct_search_crowds (
  batch integer not null,
  crowd_id bigint not null,
  livemode boolean not null,
  on_day date not null,
  dimension varchar not null,
  city_id integer,
  label varchar not null
);
