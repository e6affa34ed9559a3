-- Published by the pipelines, in the same editions as the forecasts of lots: what is expected in
-- the areas of use of which anything may be told, as of one lot with 1,000 spaces (see
-- src/forecast/packed-forecast.ts). Revenue is in `currency`, that of most lots there. `made_for`
-- says from which lots a forecast was made, so that it is made again when these change.
create table marts.area_forecasts (
  livemode boolean not null,
  country text not null,
  cell bigint not null,
  currency text not null,
  has_history boolean not null,
  made_for text not null,
  made_at timestamptz not null,
  due_at timestamptz not null,
  figures bytea not null check (octet_length(figures) <= 2000),
  primary key (livemode, country, cell)
);

create index area_forecasts_by_cell on marts.area_forecasts (livemode, cell);
