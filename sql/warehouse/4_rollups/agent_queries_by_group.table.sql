-- One row per mode, city, local date and group: the queries of agents, at most 20 of one caller on
-- a day (UTC) and place. dimension says what kind of group, and label which: all queries (all, no
-- label), a local hour (hour, 0 to 23), a platform, an H3 cell of resolution 8 (place), or a date
-- for which parking was wanted (wanted_on). An unmet query asked for free spaces and found none.
create table agent_queries_by_group (
  livemode boolean not null,
  city_id integer not null,
  on_day date not null,
  dimension varchar not null,
  label varchar not null,
  query_count bigint not null,
  search_count bigint not null,
  space_query_count bigint not null,
  unmet_count bigint not null
);
