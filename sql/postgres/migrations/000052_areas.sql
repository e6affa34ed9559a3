-- What happened on lots is sold only in sums over areas that several operators share, and searches
-- in sums over areas of their own.

-- The H3 cells (resolution 0 to 8) that were made areas of their own: of what happens on lots
-- (use), each within one country of one world, or of searches, where the country is ''. A lot is in
-- the area of the finest such cell that contains it; without any, in that of its country. Rows are
-- never removed, so what was once an area of its own is never again part of a larger one. named_on
-- is the day (UTC) since when.
create table area_cells (
  area_cell_id bigint generated always as identity,
  tx xid8 not null default pg_current_xact_id(),
  kind text not null check (kind in ('use', 'searches')),
  livemode boolean not null,
  country text not null check ((country = '') = (kind = 'searches')),
  cell bigint not null,
  named_on date not null,
  primary key (tx, area_cell_id),
  unique (kind, livemode, country, cell)
);
create trigger area_cells_is_append_only before update or delete or truncate on area_cells
for each statement execute function refuse_change();

-- Published by the pipelines: the areas with what happened in them, as it may be told. cell is 0
-- for what of a country is in no finer area. Percentages are null where it may not be told.
create table marts.areas (
  livemode boolean not null,
  country text not null,
  cell bigint not null,
  median_space_count integer,
  stay_count bigint,
  paid_stay_count bigint,
  paid_pct integer,
  occupied_pct integer,
  measured_pct integer,
  primary key (livemode, country, cell)
);

create index areas_by_cell on marts.areas (livemode, cell);

-- The same over the 168 hours of the week, the first of which is Monday, 0:00 UTC: the percentage
-- of the spaces that was taken. Where an hour alone may not be told, it has what pooled_hours hours
-- around it have together.
create table marts.area_weeks (
  livemode boolean not null,
  country text not null,
  cell bigint not null,
  occupied_pcts integer[] not null,
  pooled_hours integer not null,
  primary key (livemode, country, cell)
);

-- Lots whose spaces nobody counted have prices, too. measured_minutes, the realised rates,
-- marts.hexes and marts.hex_weeks are read by processes of the version before only.
alter table marts.market_rate_by_lot
  alter column space_count drop not null,
  alter column measured_minutes drop not null,
  add column list_hourly bigint,
  add column list_daily bigint,
  add column revenue_minor bigint not null default 0,
  add column paid_minutes bigint not null default 0,
  add column is_public boolean not null default false;
