-- The key that seals plates, as another one wraps it, and how far sealing is.
select wrapped, stage from plate_keys;
