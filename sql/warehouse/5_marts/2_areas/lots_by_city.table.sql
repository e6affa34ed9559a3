-- One row per mode and city: its listed active lots.
create table lots_by_city (
  livemode boolean not null,
  city_id integer not null,
  lot_count integer not null,
  is_gone boolean not null,
  build integer not null
);
