-- The clock that decides what has begun and what has run out.
select clock_timestamp() as now;
