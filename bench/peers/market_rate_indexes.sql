-- The best indexes for the market rate by SQL: both are read without touching the tables.
create index lots_voting on lots using gist (position)
  include (lot_id, operator_id, livemode, latitude, longitude, rate_minor, rate_unit, currency)
  where deleted_at is null and is_listed and status = 'active' and livemode;
create index sessions_paid on sessions (lot_id, ended_at)
  include (currency, started_at, subtotal_minor)
  where status in ('completed', 'expired') and livemode;
