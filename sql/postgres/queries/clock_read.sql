-- The database's clock, which decides what has begun and what has expired.
select clock_timestamp() as now;
