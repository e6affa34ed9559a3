-- One row per world and cell in which more is searched than usual: what a price reads, by its key.
-- It is no part of a publication: it changes at any refresh, and readers keep nothing of it.
create table marts.search_surges (
  livemode boolean not null,
  -- resolution 7
  cell bigint not null,
  -- the searches of 15 minutes in percent of the usual ones
  surge_pct integer not null check (surge_pct between 101 and 150),
  -- From here on the row says nothing: it is written again well before, as long as it holds and the
  -- pipelines run.
  until_at timestamptz not null,
  primary key (livemode, cell)
);
