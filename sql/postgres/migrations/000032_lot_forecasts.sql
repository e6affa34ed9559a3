-- What the next year is expected to be like on each listed active lot, as the pipelines forecast it
-- at the lot's midnight.
create table marts.lot_forecasts (
  lot_id uuid not null primary key,
  livemode boolean not null,
  cell bigint not null,
  lot_type text not null,
  space_count integer not null,
  -- Whether it was learnt from the lot itself, or from lots like it nearby.
  has_history boolean not null,
  made_at timestamptz not null,
  -- When it is made anew.
  due_at timestamptz not null,
  -- See src/forecast/packed-forecast.ts.
  figures bytea not null check (octet_length(figures) <= 2000)
);

create index lot_forecasts_by_cell on marts.lot_forecasts (livemode, cell);

-- Counts the changes of forecasts, so that readers know whether what they keep is the newest.
create table marts.forecast_edition (
  is_only boolean primary key default true check (is_only),
  edition_id bigint not null
);
insert into marts.forecast_edition (edition_id) values (0);

create function marts.notify_forecast() returns trigger language plpgsql as $$
begin
  perform pg_notify('forecast', '');
  return null;
end
$$;

create trigger forecast_edition_changed after update on marts.forecast_edition
for each statement execute function marts.notify_forecast();
