-- One row per mode, city, local date and group of agents' queries, as in agent_queries_by_group.
-- conversion_count is of dimension all only. has_crowd: at least three callers are known to have
-- asked; a group without it must not be told.
create table agent_demand (
  livemode boolean not null,
  city_id integer not null,
  on_day date not null,
  dimension varchar not null,
  label varchar not null,
  query_count bigint not null,
  search_count bigint not null,
  space_query_count bigint not null,
  unmet_count bigint not null,
  conversion_count bigint not null,
  has_crowd boolean not null,
  is_gone boolean not null,
  build integer not null
);
