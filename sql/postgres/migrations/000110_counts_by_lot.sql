-- outside a transaction
-- The counts of one lot over a time, which its operator looks at as a curve.
create index concurrently if not exists occupancy_counts_by_lot on occupancy_counts (lot_id, at);
