-- The publication readers see now, null at first, and the clock of the database in UTC.
select
  (select publication_id from marts.publication) as publication_id,
  to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.USZ') as now;
