-- One row per stay or hold that followed an agent's search: the city and the date of that search.
create table fct_conversions (
  batch integer not null,
  conversion_id bigint not null,
  livemode boolean not null,
  city_id integer not null,
  searched_on date not null
);
