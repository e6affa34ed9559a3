-- The best indexes for the market rate by SQL: both are read without touching the tables.
create index lots_voting on lots using gist (position)
  include (lot_id, operator_id, livemode, latitude, longitude, rate_minor, max_daily_minor,
    total_spaces, currency)
  where deleted_at is null and is_listed and status = 'active' and livemode;
create unique index lot_areas_by_lot on lot_areas (lot_id) include (is_counted, paid_pct);
