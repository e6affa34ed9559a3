-- The serving store: what the pipelines publish and the API reads. Every table is replaced row by
-- row inside one transaction per publication, so a reader sees one watermark throughout.
-- `cell` is an H3 index at any resolution from 3 to 9 (the index carries its own resolution).
create schema marts;

-- One row: what the marts contain.
create table marts.publication (
  is_only boolean primary key default true check (is_only),
  publication_id text not null,
  -- Newest position fully included, and the instant up to which the windows reach.
  watermark_tx text not null,
  watermark_id bigint not null,
  as_of timestamptz not null,
  published_at timestamptz not null default now()
);

-- API processes keep what they have read of a publication; this tells them to look again.
create function marts.notify_published() returns trigger language plpgsql as $$
begin
  perform pg_notify('published', '');
  return null;
end $$;
create trigger publication_changed
  after insert or update or delete on marts.publication
  for each statement execute function marts.notify_published();

-- One row per listed active lot: its vote. Rates are whole minor units of the lot's currency.
-- Realised = captured amount per paid hour (or per started day, over stays of 8 hours and more) of
-- the 30 days before as_of; null where there was none, as posted is where none is posted.
create table marts.market_rate_by_lot (
  lot_id uuid primary key,
  livemode boolean not null,
  operator_id text not null,
  -- resolution 9
  cell bigint not null,
  latitude double precision not null,
  longitude double precision not null,
  country text not null,
  currency text not null,
  space_count integer not null,
  posted_hourly bigint,
  posted_daily bigint,
  realised_hourly bigint,
  realised_daily bigint,
  observation_count integer not null,
  -- of the 7 days before as_of's hour
  occupied_minutes bigint not null
);
create index market_rate_by_lot_cell on marts.market_rate_by_lot (livemode, cell);

-- One row per cell, country and currency: the votes in it, added up. best = realised, else posted;
-- each kind of vote has its own count, as a lot may lack it.
-- contributor_ids holds up to 3 operators with realised rates, enough to know whether 3 contribute.
create table marts.market_rate_by_cell (
  livemode boolean not null,
  cell bigint not null,
  country text not null,
  currency text not null,
  lot_count integer not null,
  space_count bigint not null,
  posted_count integer not null,
  posted_hourly_sum bigint not null,
  posted_hourly_min bigint,
  posted_hourly_max bigint,
  posted_daily_sum bigint not null,
  best_hourly_count integer not null,
  best_hourly_sum bigint not null,
  best_hourly_min bigint,
  best_hourly_max bigint,
  best_daily_count integer not null,
  best_daily_sum bigint not null,
  contributor_ids text[] not null,
  observation_count bigint not null,
  occupied_minutes bigint not null,
  primary key (livemode, cell, country, currency)
);

-- One row per cell and operator: how many of the cell's listed active lots are that operator's.
create table marts.operator_lots_by_cell (
  operator_id text not null,
  livemode boolean not null,
  cell bigint not null,
  lot_count integer not null,
  primary key (operator_id, livemode, cell)
);

-- One row per cell: searches made from it in the 7 days before as_of's hour. The centre is that of
-- the resolution-9 cell and is what decides whether a rim cell's searches lie in a circle.
create table marts.searches_by_cell (
  livemode boolean not null,
  cell bigint not null,
  search_count bigint not null,
  latitude double precision,
  longitude double precision,
  primary key (livemode, cell)
);

-- One row per country and percentile 0..100: searches per space among the country's cells
-- (resolution 7) that have lots.
create table marts.search_percentiles (
  livemode boolean not null,
  country text not null,
  percentile integer not null check (percentile between 0 and 100),
  searches_per_space double precision not null,
  primary key (livemode, country, percentile)
);
