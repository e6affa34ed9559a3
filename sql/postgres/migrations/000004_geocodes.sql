-- What a geocoding provider answered, and when one may be asked next.

-- A query is known by its hash only: what people type may say more about them than where they go.
create table geocodes (
  query_sha256 bytea primary key check (length(query_sha256) = 32),
  places jsonb not null,
  attribution text not null,
  expires_at timestamptz not null
);
create index geocodes_by_expiry on geocodes (expires_at);

-- The newest of the instants that were given away: one provider, one request per second, whichever
-- process sends it.
create table geocoder_slots (
  is_only boolean primary key default true check (is_only),
  slot_at timestamptz not null
);
