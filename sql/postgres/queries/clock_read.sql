-- The database's clock, which decides what has begun and what has expired.
-- Keeps its plan.
select clock_timestamp() as now;
