-- The first $row_count_max rows that were set aside, of $source or (null) of every source, those
-- first that have waited longest.
select
  source, tx::varchar as tx, id::varchar as id, kind, reason,
  strftime(since at time zone 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ') as since
from quarantined_rows
where $source is null or source = $source
order by quarantined_rows.since, source, quarantined_rows.tx, quarantined_rows.id
limit $row_count_max;
